import type { ErrorBody } from '#contract/errors.ts'

/**
 * Returns the request with a URL, or null for an invalid Host. HTTP/1.0 health checks send none (RFC 1945).
 */
export function withAddress(request: Request): Request | null {
  if (URL.canParse(request.url)) return request
  return request.headers.get('host') ? null : new Request(`http://localhost${request.url}`, request)
}

/** RFC 9112, 3.2. */
export function badHost(): Response {
  const body: ErrorBody = { message: 'The Host header is not valid.', error: 'invalid' }
  return Response.json(body, { status: 400 })
}

/** @param hostname as in a URL */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
