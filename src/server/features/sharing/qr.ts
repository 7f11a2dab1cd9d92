/**
 * A QR code as SVG, black on white with the quiet zone of four modules that ISO/IEC 18004 asks for.
 * Level Q: a board on a dock gets wet and scratched, a quarter of it may be lost.
 */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}
