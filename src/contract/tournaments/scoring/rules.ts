/**
 * Scoring rules in integers. Times are milliseconds since 1970, money is cents, lengths are hundredths of an inch,
 * points are hundredths, percents are hundredths of a percent. Weights are hundredths of a pound, or whole ounces if
 * the unit is `oz`. Lists of names and keys that are null mean all.
 */
export type Rules = RulesIn<number, number>

/**
 * Rules as stored and sent: weights, lengths, points and percents are decimals with at most two places, money
 * is dollars as `"1250.00"`, times are ISO 8601 in UTC.
 */
export type RulesJson = RulesIn<string, string>

export interface RulesIn<Money, Time> {
  preset: string | null
  unit: WeightUnit
  /** IANA name. */
  timeZone: string
  /** Days in order, without overlap. Empty: every time counts. */
  days: Day<Time>[]
  /** Empty: every species counts. */
  species: Species[]
  marks: Mark[]
  penalties: Penalty[]
  divisions: Division[]
  /** The first is the main one. */
  categories: Category[]
  pots: Pot<Money>[]
  awards: Award<Money>[]
  protests: Protests<Money> | null
  /** Boats whose awards add up to this are held. */
  verifyFrom: Money | null
  payHoldDays: number
  wholePoints: boolean
}

export const weightUnits = ['lb', 'oz'] as const
export type WeightUnit = (typeof weightUnits)[number]

/** `[n, d]`: n ÷ d. */
export type Part = readonly [number, number]

export interface Day<Time = number> {
  name: string
  linesIn: Time
  linesOut: Time
  scaleOpens: Time | null
  scaleCloses: Time | null
}

export interface Species {
  name: string
  minWeight: number | null
  minLength: number | null
  /** Null if a weighed fish gets no points. */
  weighed: Points | null
  /** Null if a released fish gets no points. */
  released: Points | null
  under: Under[]
}

/** `max(atLeast, flat + pounds × perPound)` points. */
export interface Points {
  flat: number
  perPound: Part | null
  atLeast: number | null
}

/** Cost of a weighed fish below its species' minimum. `from` is a weight. */
export interface Under {
  from: number
  /** Amount in the measure's unit; of ounces in hundredths too. */
  flat: number
  perPound: Part | null
  perPoundShort: Part | null
  categories: string[] | null
}

/** Negative amounts deduct. */
export interface Mark {
  key: string
  name: string
  weight: number
  points: number
  species: string[] | null
  categories: string[] | null
}

export const penaltyUnits = ['once', 'minute', 'fish'] as const

/** Positive amounts are costs. */
export interface Penalty {
  key: string
  name: string
  per: (typeof penaltyUnits)[number]
  weight: number
  points: number
  categories: string[] | null
  /** Count from which the boat's fish of that day don't count. */
  outFrom: number | null
}

/** Division of anglers. */
export interface Division {
  key: string
  name: string
  minors: boolean
}

export const contestantKinds = ['boats', 'anglers', 'fish'] as const
export const catchKinds = ['weighed', 'released'] as const
export const dayModes = ['all', 'each'] as const
export const measures = ['weight', 'length', 'points', 'count'] as const
export type Measure = (typeof measures)[number]

export interface Category {
  key: string
  name: string
  rank: (typeof contestantKinds)[number]
  division: string | null
  species: string[] | null
  how: (typeof catchKinds)[number] | 'both'
  days: (typeof dayModes)[number]
  minWeight: number | null
  minLength: number | null
  measure: Measure
  limits: Limit[]
  passOver: PassOver[]
  ties: Tie[]
}

export interface Limit {
  species: string[] | null
  how: (typeof catchKinds)[number] | null
  most: number | null
  mostPerDay: number | null
  /** Most that the sum adds, in the measure's unit. */
  sumAtMost: number | null
}

/** The holder of place 1 of that category doesn't count here. */
export interface PassOver {
  category: string
  by: 'boat' | 'fish'
}

export const tieNames = [
  'first-caught',
  'first-weighed',
  'first-to-reach',
  'most-fish',
  'largest',
  'fish-by-fish',
  'best-day',
] as const
/** `fewest`: a mark. */
export type Tie = (typeof tieNames)[number] | { fewest: string }

export interface Pot<Money = number> {
  key: string
  name: string
  entry: 'all' | 'chosen'
  fee: Money | null
  /** Percent of the fees. */
  payback: number
  added: Money | null
}

export interface Award<Money = number> {
  key: string
  name: string
  pot: string
  /** Percent of the pot. */
  percent: number | Part
  category: string
  split: Split<Money>
  unclaimed: Unclaimed
}

/** `percents`: rows of different lengths. */
export type Split<Money = number> = { percents: number[][] } | { amounts: Money[]; basedOn: number | null }

export const rollovers = ['kept', 'next-day', 'remaining-days'] as const
export type Unclaimed = (typeof rollovers)[number] | { to: string[] }

export interface Protests<Money = number> {
  minutes: number
  answerMinutes: number
  fee: Money | null
}

/** Returns whether lengths rank the categories and none needs a weight. */
export const onlyLengthCounts = (categories: readonly Pick<Category, 'measure'>[]): boolean =>
  categories.every(({ measure }) => measure === 'length' || measure === 'count') &&
  categories.some(({ measure }) => measure === 'length')
