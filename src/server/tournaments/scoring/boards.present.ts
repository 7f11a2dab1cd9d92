import { formatCents } from '#contract/money.ts'
import { formatHundredths } from '#contract/numbers.ts'
import { scoreUnitOf } from '#contract/tournaments/score-texts.ts'
import type { Awards, EntryScore, FishPlace, ScoreBoard } from '#contract/tournaments/scores.ts'
import type { Board, BoardRow } from '#contract/tournaments/scoring/boards.ts'
import { awardKey } from '#contract/tournaments/scoring/held-awards.ts'
import type { Category, Measure, Rules } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentAwards } from './standings.queries.ts'

/** Returns whether totals are whole numbers: fish and ounces. Others are hundredths. */
const isWhole = (rules: Rules, measure: Measure): boolean =>
  measure === 'count' || (measure === 'weight' && rules.unit === 'oz')

/** Returns the amount in the unit that answers state. */
export const amountOf = (rules: Rules, category: Category | undefined, total: number): number =>
  category && isWhole(rules, category.measure) ? total : total / 100

export interface BoardContext {
  rules: Rules
  category: Category | undefined
  /** Public names of the anglers, by id. */
  anglers: ReadonlyMap<string, string>
}

/** Returns the place, contestant and total of a row. */
export function presentRow(
  { rules, category, anglers }: BoardContext,
  { place, tied, entryId, anglerId, total }: BoardRow,
): Omit<ScoreBoard['rows'][number], 'fish'> {
  const name = anglerId === null ? undefined : anglers.get(anglerId)
  return {
    place,
    tied,
    entryId,
    angler: anglerId === null || name === undefined ? null : { id: anglerId, name },
    total: amountOf(rules, category, total),
  }
}

/** @param anglers public names by id */
export function presentBoard(rules: Rules, board: Board, anglers: ReadonlyMap<string, string>): ScoreBoard {
  const category = rules.categories.find(({ key }) => key === board.category)
  return {
    category: board.category,
    day: board.day,
    rows: board.rows.map(row => ({
      ...presentRow({ rules, category, anglers }, row),
      fish: row.fish.map(({ catchId, score, taken, why }) => ({
        catchId,
        score: score === null ? null : amountOf(rules, category, score),
        taken,
        why,
      })),
    })),
  }
}

/** Returns the latest board with a place, else the last. @param boards of one category */
export const latestBoard = (boards: readonly Board[]): Board | undefined =>
  boards.findLast(({ rows }) => rows.some(({ place }) => place !== null)) ?? boards.at(-1)

/** Returns the places of a fish on each board that it is on. */
export function presentPlaces(
  rules: Rules,
  boards: readonly Board[],
  { catchId, entryId }: { catchId: string; entryId: string },
): FishPlace[] {
  const places: FishPlace[] = []
  for (const { category, day, rows } of boards)
    for (const row of rows) {
      const fish = row.entryId === entryId && row.fish.find(each => each.catchId === catchId)
      if (!fish) continue
      places.push({
        category,
        name: rules.categories.find(({ key }) => key === category)?.name ?? category,
        day,
        place: fish.taken ? row.place : null,
        tied: fish.taken && row.tied,
        why: fish.why,
      })
    }
  return places
}

/** Returns the score in the main category, or null without fish that count. @param day of the board */
export function presentScore(rules: Rules, row: BoardRow, day: string | null): EntryScore | null {
  const [main] = rules.categories
  const fish = row.fish.filter(({ taken }) => taken).length
  if (main === undefined || fish === 0) return null
  const value = isWhole(rules, main.measure) ? String(row.total) : formatHundredths(row.total)
  return {
    value,
    unit: scoreUnitOf(rules.unit, main.measure),
    fish,
    ...(row.tied && { tied: true as const }),
    ...(day !== null && { day }),
  }
}

/** @param heldKeys keys of held awards (`awardKey`) */
export const presentAwards = (
  rules: Rules,
  { pots, requests, awards }: TournamentAwards,
  heldKeys: ReadonlySet<string>,
): Awards => ({
  pots: pots.map(({ key, amount, entryIds }) => ({
    key,
    name: rules.pots.find(pot => pot.key === key)?.name ?? key,
    amount: formatCents(amount),
    entries: [...entryIds],
    wanted: requests.filter(({ pot }) => pot === key).map(({ entryId }) => entryId),
  })),
  awards: awards.map(({ key, day, amount, notWon, places }) => ({
    key,
    day,
    amount: formatCents(amount),
    held: heldKeys.has(awardKey({ key, day })),
    notWon: formatCents(notWon),
    places: places.map(({ place, tied, entryId, amount: prize }) => ({
      place,
      entryId,
      amount: formatCents(prize),
      ...(tied && { tied: true as const }),
    })),
  })),
})
