/** RFC 9110, 12.4.2: what a header accepts, each with its weight; `q=0` means no. */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map(piece => piece.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    weights.set(range, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return weights
}
