/**
 * Black on white with the quiet zone of ISO/IEC 18004. Level Q: a quarter of a wet or scratched code may be
 * unreadable.
 */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}
