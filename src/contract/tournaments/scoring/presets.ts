import type { PresetKey } from './preset-texts.ts'
import type { Category, Day, Limit, Mark, Penalty, Points, RulesJson, Species } from './rules.ts'

export interface PresetSetting {
  days: readonly Day<string>[]
  /** IANA name. */
  timeZone: string
}

type Part = Pick<RulesJson, 'categories'> & Partial<RulesJson>

const limitOf = (limit: Partial<Limit>): Limit => ({
  species: null,
  how: null,
  most: null,
  mostPerDay: null,
  sumAtMost: null,
  ...limit,
})

/** Returns a category whose default is each boat's heaviest fish. */
export const categoryOf = (category: Pick<Category, 'key' | 'name'> & Partial<Category>): Category => ({
  rank: 'boats',
  division: null,
  species: null,
  how: 'weighed',
  days: 'all',
  minWeight: null,
  minLength: null,
  measure: 'weight',
  limits: [limitOf({ most: 1 })],
  passOver: [],
  ties: ['first-caught', 'first-weighed'],
  ...category,
})

const longest: Part = {
  categories: [
    categoryOf({
      key: 'longest',
      name: 'Longest Fish',
      how: 'both',
      measure: 'length',
      limits: [limitOf({ most: 5 })],
      ties: ['largest', 'fish-by-fish'],
    }),
  ],
}

const aggregate: Part = {
  categories: [
    categoryOf({
      key: 'aggregate',
      name: 'Two-Fish Aggregate',
      limits: [limitOf({ most: 2 })],
      ties: ['first-weighed'],
    }),
  ],
}

const dead: Mark = { key: 'dead', name: 'Dead', weight: -4, points: 0, species: null, categories: null }
const late: Penalty = {
  key: 'late',
  name: 'Late',
  per: 'minute',
  weight: 16,
  points: 0,
  categories: null,
  outFrom: 15,
}
const short: Penalty = {
  key: 'short',
  name: 'Short',
  per: 'fish',
  weight: 16,
  points: 0,
  categories: ['five-fish'],
  outFrom: null,
}

/** Weights are ounces. */
const fiveFish: Part = {
  unit: 'oz',
  marks: [dead],
  penalties: [late, short],
  categories: [
    categoryOf({
      key: 'five-fish',
      name: 'Five Fish',
      limits: [limitOf({ mostPerDay: 5 })],
      ties: ['most-fish', { fewest: 'dead' }, 'best-day'],
    }),
    categoryOf({ key: 'biggest-fish', name: 'Biggest Fish' }),
  ],
}

/** Returns a species that counts without a minimum and points, but for what is given. */
export const speciesOf = (name: string, species: Partial<Species> = {}): Species => ({
  name,
  minWeight: null,
  minLength: null,
  weighed: null,
  released: null,
  under: [],
  ...species,
})

const flat = (points: number): Points => ({ flat: points, perPound: null, atLeast: null })
const onePerPound: Points = { flat: 0, perPound: [1, 1], atLeast: null }

const release: Part = {
  species: [
    speciesOf('Blue Marlin', { released: flat(400) }),
    speciesOf('White Marlin', { released: flat(125) }),
    speciesOf('Sailfish', { released: flat(125) }),
    speciesOf('Spearfish', { released: flat(125) }),
  ],
  categories: [
    categoryOf({
      key: 'releases',
      name: 'Releases',
      how: 'released',
      measure: 'points',
      limits: [],
      ties: ['first-to-reach'],
    }),
  ],
}

const gamefish = ['Tuna', 'Dolphin', 'Wahoo'].map(name =>
  categoryOf({ key: name.toLowerCase(), name, species: [name] }),
)

const mixedBillfish: Part = {
  species: [
    speciesOf('Blue Marlin', { weighed: onePerPound, released: flat(400) }),
    speciesOf('White Marlin', { weighed: onePerPound, released: flat(125) }),
    speciesOf('Sailfish', { released: flat(125) }),
    speciesOf('Spearfish', { released: flat(125) }),
    speciesOf('Tuna', { minWeight: 10 }),
    speciesOf('Dolphin', { minWeight: 10 }),
    speciesOf('Wahoo', { minWeight: 10 }),
  ],
  categories: [
    categoryOf({
      key: 'billfish',
      name: 'Billfish',
      species: ['Blue Marlin', 'White Marlin', 'Sailfish', 'Spearfish'],
      how: 'both',
      measure: 'points',
      limits: [],
      ties: ['first-to-reach'],
    }),
    categoryOf({
      key: 'heaviest-blue-marlin',
      name: 'Heaviest Blue Marlin',
      species: ['Blue Marlin'],
      minLength: 110,
    }),
    ...gamefish,
  ],
}

const parts: Record<Exclude<PresetKey, 'as-now'>, Part> = {
  heaviest: { categories: [categoryOf({ key: 'heaviest', name: 'Heaviest Fish' })] },
  'five-fish': fiveFish,
  release,
  'mixed-billfish': mixedBillfish,
  longest,
  aggregate,
}

/** Rules to begin with, or null if the tournament ranks as without rules. */
export const preset = (key: PresetKey, { days, timeZone }: PresetSetting): RulesJson | null =>
  key === 'as-now'
    ? null
    : {
        preset: key,
        unit: 'lb',
        timeZone,
        days: [...days],
        species: [],
        marks: [],
        penalties: [],
        divisions: [],
        pots: [],
        awards: [],
        protests: null,
        verifyFrom: null,
        payHoldDays: 0,
        wholePoints: false,
        ...structuredClone(parts[key]),
      }
