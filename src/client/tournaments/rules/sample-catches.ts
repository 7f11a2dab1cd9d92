import type { ScoringCatch } from '#contract/tournaments/scoring/boards.ts'
import { isAmong } from '#contract/tournaments/scoring/fish.ts'
import { namedSpecies } from '#contract/tournaments/scoring/named-species.ts'
import type { Rules, Species } from '#contract/tournaments/scoring/rules.ts'

export const sampleBoats = ['Reel Deal', 'Lady Luck', 'Knot Today'] as const

/** Fish of each boat a day. */
const fishOf = [6, 5, 4] as const
/** Number of species of which each boat has a fish. */
const speciesMax = 12
/** Size above the minimum, in pounds and inches, and twice as many ounces. */
const extras = [14, 3, 9, 21, 6, 17, 1, 11, 4, 19, 8, 13] as const

const minutes = 60_000
const usualSpecies = ['Wahoo', 'Dolphin', 'Tuna'] as const

/** Fish of three boats on each day, some of which show a minimum and a mark. */
export function sampleCatches(rules: Rules): ScoringCatch[] {
  const days = rules.days.length === 0 ? [{ linesIn: 0, linesOut: 600 * minutes }] : rules.days
  const species = speciesOf(rules)
  const isWeighed = rules.categories.some(({ how }) => how !== 'released')
  const isMeasured =
    rules.categories.some(({ measure, minLength }) => measure === 'length' || minLength !== null) ||
    rules.species.some(({ minLength }) => minLength !== null)
  return days.flatMap(({ linesIn, linesOut }, day) =>
    sampleBoats.flatMap((boat, b) =>
      Array.from(
        { length: Math.max(fishOf[b] ?? 0, Math.min(species.length, speciesMax)) },
        (_, index): ScoringCatch => {
          const name = species[(index + b) % species.length] ?? ''
          const rule = rules.species.find(one => one.name === name)
          const extra = extras[(index * 5 + b * 3 + day) % extras.length] ?? 0
          const caughtAt = linesIn + Math.floor(((linesOut - linesIn) * (index * 3 + b + 1)) / 40)
          const isReleased = !isWeighed || (isReleasable(rules, rule) && index % 2 === 1)
          const isFirst = b === 1 && index === 0
          return {
            id: `${day} ${boat} ${index}`,
            entryId: boat,
            anglerId: `Angler of ${boat}`,
            divisions: rules.divisions.map(({ key }) => key),
            species: name,
            weight: isReleased ? null : weightOf(rules, rule, name, index === 3 ? -2 : extra),
            length: isMeasured ? lengthOf(rules, rule, name) + extra * 100 : null,
            released: isReleased,
            marks: isFirst ? rules.marks.slice(0, 1).map(({ key }) => key) : [],
            caughtAt,
            weighedAt: caughtAt,
            weighedAtStated: false,
            allowed: false,
            disqualified: false,
          }
        },
      ),
    ),
  )
}

function speciesOf(rules: Rules): readonly string[] {
  const names = namedSpecies(rules)
  return rules.species.length > 0 ? names : [...new Set([...names, ...usualSpecies])]
}

/** Returns whether a category counts it released. */
const isReleasable = ({ categories }: Rules, species: Species | undefined): boolean =>
  categories.some(
    ({ how, measure }) => how !== 'weighed' && (measure !== 'points' || species?.released != null),
  )

const ofSpecies = ({ categories }: Rules, name: string) =>
  categories.filter(({ species }) => isAmong(species, name))

/** The largest minimum, or else one that looks like a fish. */
const least = (minima: readonly (number | null | undefined)[], usual: number): number =>
  Math.max(0, ...minima.map(one => one ?? 0)) || usual

function weightOf(rules: Rules, species: Species | undefined, name: string, extra: number): number {
  const isInOunces = rules.unit === 'oz'
  const minima = [species?.minWeight, ...ofSpecies(rules, name).map(({ minWeight }) => minWeight)]
  return least(minima, isInOunces ? 34 : 2000) + extra * (isInOunces ? 2 : 100)
}

function lengthOf(rules: Rules, species: Species | undefined, name: string): number {
  return least([species?.minLength, ...ofSpecies(rules, name).map(({ minLength }) => minLength)], 3000)
}
