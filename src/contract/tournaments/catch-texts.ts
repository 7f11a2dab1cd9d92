/** How a fish was measured. Hundredths of a pound and of an inch. */
export interface Measured {
  weight: number | null
  ounces?: number | null | undefined
  length?: number | null | undefined
  released?: boolean | undefined
}

/** "412.5 lbs", "4 lb 10 oz", "32.5 inches" or "released". @param pounds formats hundredths of a pound */
export function measureText(
  { weight, ounces = null, length = null, released = false }: Measured,
  pounds: (hundredths: number) => string,
): string {
  if (released) return 'released'
  if (ounces !== null) return `${Math.floor(ounces / 16)} lb ${ounces % 16} oz`
  if (weight !== null) return pounds(weight)
  return length === null ? 'not measured' : `${length / 100} inches`
}

/** "a Blue Marlin", "an Amberjack" */
const withArticle = (species: string): string => `${/^[aeiou]/i.test(species) ? 'an' : 'a'} ${species}`

/** "released a Sailfish", "measured a Redfish of 32.5 inches"; null: it was weighed. */
export function unweighedText(measured: Measured & { species: string }): string | null {
  const { weight, ounces = null, length = null, released = false, species } = measured
  if (!released && (weight !== null || ounces !== null)) return null
  const size = length === null ? '' : ` of ${length / 100} inches`
  return `${released ? 'released' : 'measured'} ${withArticle(species)}${size}`
}
