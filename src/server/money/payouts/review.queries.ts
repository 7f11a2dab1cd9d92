import type { EntryId, TournamentId } from '#contract/ids.ts'
import { eventKinds } from '#contract/record.ts'
import { awardKey } from '#contract/tournaments/scoring/held-awards.ts'
import type { Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import type { Consumer } from '#server/record/index.ts'
import {
  listRounds,
  type RuledResults,
  readRuledResults,
  type SettledAward,
} from '#server/tournaments/results/index.ts'

/** Boats that have a place in an award that is held, or that differs from the latest round. */
function entriesInReview(
  { awards, held }: Pick<RuledResults, 'awards' | 'held'>,
  settled: readonly SettledAward[],
): Set<string> {
  const former = new Map(settled.map(award => [awardKey(award), award.places]))
  return new Set(
    awards.flatMap(award => {
      const before = former.get(awardKey(award)) ?? []
      const isInReview = held.has(awardKey(award)) || JSON.stringify(before) !== JSON.stringify(award.places)
      return isInReview ? [...before, ...award.places].map(({ entryId }) => entryId) : []
    }),
  )
}

/** Freezes the unpaid shares of boats whose results may change, and releases the others. */
export async function updateReview(trx: Trx, tournament: TournamentId): Promise<void> {
  const last = (await listRounds(trx, tournament)).at(-1)
  if (!last?.figures) return
  const ruled = await readRuledResults(trx, tournament, last)
  if (ruled === null) return
  const inReview = [...entriesInReview(ruled, last.figures.awards)] as EntryId[]
  for (const value of [0, 1] as const)
    await trx
      .updateTable('payouts')
      .set({ in_review: value })
      .where('in_review', '<>', value)
      .where('entry_id', value === 1 ? 'in' : 'not in', anyOf(inReview))
      .where('entry_id', 'in', ({ selectFrom }) =>
        selectFrom('results').select('entry_id').where('tournament_id', '=', tournament),
      )
      .execute()
}

/** What the log of a tournament shows can change its results. */
export const reviewShares: Consumer = async (trx, event) => {
  const kind = eventKinds[event.kind]
  const isLogged = 'log' in kind && kind.log.some(log => log === 'staff')
  if (event.tournament !== undefined && isLogged) await updateReview(trx, event.tournament)
}
