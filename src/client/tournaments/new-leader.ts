import { type Amount, amountOf } from '#client/domain/result.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import { difference } from '#contract/tournaments/race-places.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'

export interface NewLeader {
  tournament: TournamentSummary
  entry: Entry
  /** Amount of the entry's score, or pounds of its catch. */
  amount: number
  /** 0 without an earlier catch. */
  amountBefore: number
  /** Lead over the second place, or null if there is none. */
  margin: number | null
  unit: ScoreUnit
}

/** Undefined where boats share the first place. */
function firstOf({ entries }: Board): Entry | undefined {
  const [first, other] = entries.filter(({ currentPosition }) => currentPosition === 1)
  return other === undefined && !first?.score?.tied ? first : undefined
}

const amountIn = ({ entries }: Board, id: string) => amountOf(entries.find(entry => entry.id === id))

function marginOf({ entries }: Board, { amount }: Amount): number | null {
  const second = entries
    .filter(({ currentPosition }) => (currentPosition ?? 0) > 1)
    .toSorted((a, b) => (a.currentPosition ?? 0) - (b.currentPosition ?? 0))[0]
  const other = amountOf(second)
  return other && difference(amount, other.amount)
}

/** Where each day has its board, a day begins without places. */
const isOtherDay = (before: Entry | undefined, after: Entry): boolean =>
  before?.score?.day !== undefined && after.score?.day !== undefined && before.score.day !== after.score.day

/** Returns the boat that took a first place by its own fish, not by a correction of another boat's, or null. */
export function newLeader(before: readonly Board[], after: readonly Board[]): NewLeader | null {
  for (const board of after) {
    const { tournament } = board
    const previous = before.find(({ tournament: { id } }) => id === tournament.id)
    const entry = firstOf(board)
    if (tournament.status !== 'active' || !previous || !entry) continue
    const isNewDay = previous.entries.some(each => isOtherDay(each, entry))
    if (!isNewDay && firstOf(previous)?.id === entry.id) continue
    const own = amountIn(board, entry.id)
    const { amount: amountBefore = 0 } = (isNewDay ? null : amountIn(previous, entry.id)) ?? {}
    if (own && own.amount > amountBefore)
      return { tournament, entry, ...own, amountBefore, margin: marginOf(board, own) }
  }
  return null
}
