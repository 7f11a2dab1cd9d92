import type { AppContext } from './http/context.ts'
import { cachedWithEtag, cacheJson } from './http/etag.ts'

/** Draws a QR code (ISO/IEC 18004) of level Q, which tolerates 25 % damage. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}

/** Answers with the code of an address, or 304. */
export async function qrResponse(c: Pick<AppContext, 'req'>, url: string): Promise<Response> {
  return cachedWithEtag(c, cacheJson(await drawQr(url)), { 'Content-Type': 'image/svg+xml' })
}
