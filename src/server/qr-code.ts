/** Draws a QR code (ISO/IEC 18004) of level Q, which tolerates 25 % damage. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}
