import type { EntryId } from '#contract/ids.ts'
import type { ResultsState } from '#contract/tournaments/results-state.ts'
import type { AwardResult } from '#contract/tournaments/scoring/awards.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import { awardKey } from '#contract/tournaments/scoring/held-awards.ts'
import { sha256 } from '#server/sha256.ts'

/** An award in a round. */
export interface SettledAward {
  key: string
  day: string | null
  /** False: held, so that no round has settled it yet. */
  isSettled: boolean
  /** Amounts in cents. */
  places: { place: number; tied: boolean; entryId: string; amount: number }[]
}

/** Change that the organiser makes to a boat's winnings. */
export interface Adjustment {
  entryId: EntryId
  /** Signed cents. */
  amount: number
  reason: string
}

/** Returns the awards that a round settles now. A held one stays as the round before settled it. */
export function settledAwards(
  awards: readonly AwardResult[],
  heldKeys: ReadonlySet<string>,
  before: readonly SettledAward[],
): SettledAward[] {
  const former = new Map(before.map(award => [awardKey(award), award]))
  return awards.map(({ key, day, places }): SettledAward => {
    const name = awardKey({ key, day })
    if (heldKeys.has(name)) return former.get(name) ?? { key, day, isSettled: false, places: [] }
    return {
      key,
      day,
      isSettled: true,
      places: places.map(({ place, tied, entryId, amount }) => ({ place, tied, entryId, amount })),
    }
  })
}

export const boardsFingerprint = (boards: readonly Board[]): string =>
  sha256(
    JSON.stringify(
      boards.map(({ category, day, rows }) => [
        category,
        day,
        rows.map(({ place, tied, contestant, total }) => [place, tied, contestant, total]),
      ]),
    ),
  )

/** Basis of results, now or in a round. */
export interface RuledFigures {
  boards: string
  awards: readonly SettledAward[]
}

/** @param now with held awards as the round has them */
export const differ = (now: RuledFigures, round: RuledFigures): boolean =>
  now.boards !== round.boards || JSON.stringify(now.awards) !== JSON.stringify(round.awards)

/** State after the end. @param round the latest @param now null: without rules */
export function resultsState(
  round: { figures: RuledFigures | null } | undefined,
  now: (RuledFigures & { heldKeys: ReadonlySet<string> }) | null,
): ResultsState {
  if (round === undefined) return 'provisional'
  if (now === null || round.figures === null) return 'official'
  if (differ(now, round.figures)) return 'under-review'
  return now.heldKeys.size > 0 ? 'partly-official' : 'official'
}
