/** Input and output of standings. Units are those of `Rules`. */

/** A boat that hasn't withdrawn. */
export interface ScoringEntry {
  id: string
  disqualified: boolean
}

export interface ScoringCatch {
  id: string
  entryId: string
  anglerId: string | null
  /** Keys of the angler's divisions. */
  divisions: readonly string[]
  species: string
  weight: number | null
  length: number | null
  released: boolean
  marks: readonly string[]
  caughtAt: number
  /** The server's time if it wasn't stated. */
  weighedAt: number
  weighedAtStated: boolean
  /** The organiser lifts lines and scale hours. */
  allowed: boolean
  disqualified: boolean
}

export interface ScoringPenalty {
  id?: string | undefined
  entryId: string
  key: string
  /** Name of a day, or null if the rules have no days. */
  day: string | null
  count: number
}

export interface TieDecision {
  category: string
  day: string | null
  /** Keys of contestants, the better place first. */
  order: readonly string[]
  /** Total of the tied, in whole units. Absent if it isn't known: the decision holds for any total. */
  total?: number | undefined
}

/** Input of boards. */
export interface BoardInput {
  entries: readonly ScoringEntry[]
  catches: readonly ScoringCatch[]
  penalties: readonly ScoringPenalty[]
  decisions: readonly TieDecision[]
}

export const reasons = [
  'disqualified',
  'species',
  'how',
  'division',
  'under',
  'lines',
  'scale',
  'penalty',
  'passed-over',
  'limit',
] as const
/** Reason that a fish doesn't count: the first that applies. */
export type Why = (typeof reasons)[number]

export interface BoardFish {
  catchId: string
  /** Amount that it adds or would add, its cost as a negative amount, or null for neither. */
  score: number | null
  taken: boolean
  why: Why | null
}

export interface BoardRow {
  /** Null if no fish is taken. */
  place: number | null
  /** Shares its place. */
  tied: boolean
  /** Key: entry id, `entryId/anglerId` or catch id. */
  contestant: string
  entryId: string
  anglerId: string | null
  total: number
  /** Cost of the boat's penalties; `total` is less by it. */
  penalty: number
  /** Earliest catch time of the taken fish. */
  firstCaughtAt: number | null
  /** Best first, then those that don't count. */
  fish: BoardFish[]
}

export interface Board {
  category: string
  /** Null for all days together. */
  day: string | null
  /** Rows by place, then those without a place. */
  rows: BoardRow[]
}

/** Returns the ids of catches that count on a board, or would if its limits left room. */
export const eligibleFish = (boards: readonly Board[]): Set<string> =>
  new Set(
    boards.flatMap(({ rows }) =>
      rows.flatMap(({ fish }) =>
        fish.filter(({ why }) => why === null || why === 'limit').map(({ catchId }) => catchId),
      ),
    ),
  )
