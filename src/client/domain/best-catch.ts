export interface BestCatch {
  weight: number
  species: string | null
}

/** `{"weight":412.5,"species":"Blue Marlin"}`; null without a weight. */
export function parseBestCatch(json: string | null): BestCatch | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || !('weight' in value)) return null
    const weight = Number(value.weight)
    if (!Number.isFinite(weight) || weight <= 0) return null
    const species = 'species' in value && typeof value.species === 'string' ? value.species.trim() : ''
    return { weight, species: species || null }
  } catch {
    return null
  }
}
