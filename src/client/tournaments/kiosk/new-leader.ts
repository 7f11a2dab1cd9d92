import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { amountOf } from './kiosk-lines.ts'

export interface NewLeader {
  tournament: TournamentSummary
  entry: Entry
  /** Of its score, or pounds of its catch. */
  amount: number
  /** 0 without an earlier catch. */
  amountBefore: number
  unit: ScoreUnit
}

const firstOf = ({ entries }: Board) => entries.find(({ currentPosition }) => currentPosition === 1)

const amountIn = ({ entries }: Board, id: string) => amountOf(entries.find(entry => entry.id === id))

/** The boat that took a first place by its own fish, not by a correction of another's. */
export function newLeader(before: readonly Board[], after: readonly Board[]): NewLeader | null {
  for (const board of after) {
    const { tournament } = board
    const known = before.find(({ tournament: { id } }) => id === tournament.id)
    const entry = firstOf(board)
    if (tournament.status !== 'active' || !known || !entry || firstOf(known)?.id === entry.id) continue
    const { amount = 0, unit = 'lbs' } = amountIn(board, entry.id) ?? {}
    const { amount: amountBefore = 0 } = amountIn(known, entry.id) ?? {}
    if (amount > amountBefore) return { tournament, entry, amount, amountBefore, unit }
  }
  return null
}
