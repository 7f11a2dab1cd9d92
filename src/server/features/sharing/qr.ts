/** ISO/IEC 18004, level Q: a quarter of the code may be unreadable. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(text, { ecc: 'Q', border: 4 })
}
