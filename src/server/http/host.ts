import type { ErrorBody } from '#contract/errors.ts'

/**
 * The request with a valid URL; null for an invalid Host header. HTTP/1.0, which health checks of load balancers use, has
 * no Host header (RFC 1945).
 */
export function withAddress(request: Request): Request | null {
  if (URL.canParse(request.url)) return request
  return request.headers.get('host') ? null : new Request(`http://localhost${request.url}`, request)
}

/** RFC 9112, 3.2: 400 for an invalid Host header. */
export function badHost(): Response {
  const body: ErrorBody = { message: 'The Host header is not valid.', error: 'invalid' }
  return Response.json(body, { status: 400 })
}
