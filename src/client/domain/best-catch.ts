import { measureText } from '#contract/tournaments/catch-texts.ts'

export interface BestCatch {
  weight: number
  /** Present where rules weigh in ounces. */
  ounces?: number
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
    const ounces = 'ounces' in value ? Number(value.ounces) : Number.NaN
    return { weight, ...(Number.isInteger(ounces) && ounces > 0 && { ounces }), species: species || null }
  } catch {
    return null
  }
}

/** "412.5 lbs Blue Marlin", "4 lb 2 oz" */
export const bestCatchText = ({ species, ...best }: BestCatch): string =>
  species === null ? measureText(best) : `${measureText(best)} ${species}`
