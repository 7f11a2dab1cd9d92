import type { AppContext } from './http/context.ts'
import { hasCurrent } from './http/etag.ts'

/** Draws a QR code (ISO/IEC 18004) of level Q, which tolerates 25 % damage. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}

/** Answers with the code of an address, or 304. */
export async function qrResponse(c: Pick<AppContext, 'req' | 'body'>, url: string): Promise<Response> {
  const etag = `"${Bun.hash(url).toString(36)}"`
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(await drawQr(url), 200, { ...headers, 'Content-Type': 'image/svg+xml' })
}
