import { dollars } from '#contract/money.ts'
import { catchText, unweighedText } from '#contract/tournaments/catch-texts.ts'

export const money = (cents: number): string => dollars(cents, { cents: true })

/** One line. */
export function shortened(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

interface Fish {
  weight_hundredths: number | null
  ounces?: number | null
  length_hundredths?: number | null
  released?: 0 | 1
  species: string
}

/** @param json of an entry's best catch */
export function bestText(json: string): string {
  const best: { weight: number; ounces?: number; species: string } = JSON.parse(json)
  return catchText(best, { places: 2 })
}

const measured = ({
  weight_hundredths: weight,
  length_hundredths: length = null,
  ounces,
  released,
  species,
}: Fish) => ({
  weight: weight === null ? null : weight / 100,
  ounces,
  length: length === null ? null : length / 100,
  released: released === 1,
  species,
})

/** "412.50 lbs Blue Marlin", "released a Sailfish" */
export function fish(caught: Fish): string {
  const facts = measured(caught)
  return unweighedText(facts) ?? catchText(facts, { places: 2 })
}

/** "weighed in: 412.50 lbs Blue Marlin", "released a Sailfish" */
export const weighedInText = (caught: Fish): string =>
  unweighedText(measured(caught)) ?? `weighed in: ${fish(caught)}`

interface Listed {
  title: string
  text: string
  boat: string | null
}

/** One message for several. @param messages oldest first, at least one */
export function summary(messages: readonly Listed[]): Pick<Listed, 'title' | 'text'> {
  const latest = messages.at(-1)
  if (!latest) throw new Error('a summary of nothing')
  if (messages.length === 1) return { title: latest.title, text: latest.text }
  const boats = new Set(messages.map(({ boat }) => boat))
  const [boat] = boats
  const about =
    boats.size === 1 && boat ? `${boat}: ${messages.length} new` : `${messages.length} new notifications`
  return { title: about, text: `Latest: ${latest.text}` }
}
