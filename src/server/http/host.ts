import type { ErrorBody } from '#contract/errors.ts'

/**
 * The request with an address that can be read; null: its Host header says none that there could be.
 * HTTP/1.0 knows no Host (RFC 1945), and load balancers that ask for a server's health still speak it.
 */
export function withAddress(request: Request): Request | null {
  if (URL.canParse(request.url)) return request
  return request.headers.get('host') ? null : new Request(`http://localhost${request.url}`, request)
}

/** RFC 9112, 3.2: what a Host header that is none gets. */
export function badHost(): Response {
  const body: ErrorBody = { message: 'The Host header is not valid.', error: 'invalid' }
  return Response.json(body, { status: 400 })
}
