import { parseBestCatch } from '#client/domain/best-catch.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'

export interface NewLeader {
  tournament: TournamentSummary
  entry: Entry
  /** Pounds. */
  weight: number
  /** Pounds; 0 without an earlier catch. */
  weightBefore: number
}

const firstOf = ({ entries }: Board) => entries.find(({ currentPosition }) => currentPosition === 1)

const weightIn = ({ entries }: Board, id: string): number =>
  parseBestCatch(entries.find(entry => entry.id === id)?.bestCatch ?? null)?.weight ?? 0

/** The boat that took a first place by a heavier catch of its own, not by a correction of another's. */
export function newLeader(before: readonly Board[], after: readonly Board[]): NewLeader | null {
  for (const board of after) {
    const { tournament } = board
    const known = before.find(({ tournament: { id } }) => id === tournament.id)
    const entry = firstOf(board)
    if (tournament.status !== 'active' || !known || !entry || firstOf(known)?.id === entry.id) continue
    const weight = weightIn(board, entry.id)
    const weightBefore = weightIn(known, entry.id)
    if (weight > weightBefore) return { tournament, entry, weight, weightBefore }
  }
  return null
}
