import {
  constant,
  count,
  flag,
  type Infer,
  list,
  money,
  number,
  object,
  one,
  orNull,
  text,
} from '../json-schema.ts'
import { reasons } from './scoring/boards.ts'

/** Fish on a board. `score` is in the unit of the category's measure, or null if it adds nothing. */
const boardFish = object({ catchId: text, score: orNull(number), taken: flag, why: orNull(one(...reasons)) })
const boardRow = object({
  place: orNull(count),
  tied: flag,
  entryId: text,
  /** Null if the category ranks boats or the fish has no angler. */
  angler: orNull(object({ id: text, name: text })),
  total: number,
  fish: list(boardFish),
})
export type BoardRowAnswer = Infer<typeof boardRow>

/** `day`: name of the day, or null for all days together. */
export const scoreBoard = object({ category: text, day: orNull(text), rows: list(boardRow) })
export type ScoreBoard = Infer<typeof scoreBoard>

/** Measures are absent where they were not taken; weights are pounds, lengths inches. */
const lineFish = object(
  {
    catchId: text,
    species: text,
    score: orNull(number),
    taken: flag,
    why: orNull(one(...reasons)),
  },
  {
    weight: number,
    ounces: count,
    length: number,
    released: constant(true),
    /** Keys of the rules. */
    marks: list(text),
    /** Reason of the disqualification by the organiser. */
    reason: text,
  },
)
export type LineFish = Infer<typeof lineFish>
/** A fish on a board. `place`: of its contestant; null unless the fish is taken. `name`: of the category. */
export const fishPlace = object({
  category: text,
  name: text,
  day: orNull(text),
  place: orNull(count),
  tied: flag,
  why: orNull(one(...reasons)),
})
export type FishPlace = Infer<typeof fishPlace>

/**
 * A contestant of a board as pages show it: `taken` and `listed` count its fish, `fish` are the first of them.
 * `penalty`: cost of its penalties, which `total` is less by.
 */
export const boardLine = object(
  {
    ...boardRow.properties,
    contestant: text,
    taken: count,
    listed: count,
    fish: list(lineFish),
  },
  { penalty: number },
)
export type BoardLine = Infer<typeof boardLine>

export const scoreUnits = ['points', 'lbs', 'oz', 'inches', 'fish'] as const
export type ScoreUnit = (typeof scoreUnits)[number]

/** Score in the main category. `tied`: shares its place. `day`: of its board, where each day has one. */
export const entryScore = object(
  { value: text, unit: one(...scoreUnits), fish: count },
  { tied: constant(true), day: text },
)
export type EntryScore = Infer<typeof entryScore>

/** `amount` of a pot: what its awards divide. `wanted`: entries that ask for it, whether they are in or not. */
const pot = object({ key: text, name: text, amount: money, entries: list(text), wanted: list(text) })
const awardPlace = object({ place: count, entryId: text, amount: money }, { tied: constant(true) })
const award = object({
  key: text,
  day: orNull(text),
  amount: money,
  held: flag,
  notWon: money,
  places: list(awardPlace),
})

/** Awards; before the end, those that boats would get if it ended now. */
export const awards = object({ pots: list(pot), awards: list(award) })
export type Awards = Infer<typeof awards>
