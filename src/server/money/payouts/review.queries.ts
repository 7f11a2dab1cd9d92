import type { EntryId, TournamentId } from '#contract/ids.ts'
import { eventKinds } from '#contract/record.ts'
import { awardKey } from '#contract/tournaments/scoring/held-awards.ts'
import type { Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { type Consumer, record } from '#server/record/index.ts'
import {
  listRounds,
  type RuledResults,
  readRuledResults,
  resultsState,
  type SettledAward,
} from '#server/tournaments/results/index.ts'
import { makeRecap } from './recaps.queries.ts'

/** Boats that have a place in an award that is held, or that differs from the latest round. */
function entriesInReview(
  { awards, heldKeys }: Pick<RuledResults, 'awards' | 'heldKeys'>,
  lastAwards: readonly SettledAward[],
): Set<string> {
  const former = new Map(lastAwards.map(award => [awardKey(award), award.places]))
  return new Set(
    awards.flatMap(award => {
      const before = former.get(awardKey(award)) ?? []
      const isInReview =
        heldKeys.has(awardKey(award)) || JSON.stringify(before) !== JSON.stringify(award.places)
      return isInReview ? [...before, ...award.places].map(({ entryId }) => entryId) : []
    }),
  )
}

/** Freezes the unpaid shares of boats whose results may change, and releases the others. */
async function updateReview(
  trx: Trx,
  tournament: TournamentId,
  ruledResults: RuledResults,
  lastAwards: readonly SettledAward[],
): Promise<void> {
  const inReview = [...entriesInReview(ruledResults, lastAwards)] as EntryId[]
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

const roundKinds = ['results-confirmed', 'round-confirmed', 'results-official'] as const

/** Returns whether the latest round is not official yet. */
async function awaitsOfficial(trx: Trx, tournament: TournamentId): Promise<boolean> {
  const latest = await trx
    .selectFrom('events')
    .select('kind')
    .where('tournament_id', '=', tournament)
    .where('kind', 'in', roundKinds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest !== undefined && latest.kind !== 'results-official'
}

/**
 * An event of a tournament's log can change its results, or be the last one that could: each round is official
 * once, the first of them with a recap.
 */
export const reviewResults: Consumer = async (trx, event) => {
  const { tournament, at, by } = event
  const kind = eventKinds[event.kind]
  if (tournament === undefined || !('log' in kind && kind.log.some(log => log === 'staff'))) return
  const last = (await listRounds(trx, tournament)).at(-1)
  if (!last?.figures) return
  const ruledResults = await readRuledResults(trx, tournament, last)
  if (ruledResults === null) return
  await updateReview(trx, tournament, ruledResults, last.figures.awards)
  if (resultsState(last, ruledResults) !== 'official' || !(await awaitsOfficial(trx, tournament))) return
  await record(trx, { kind: 'results-official', at, by, tournament })
  await makeRecap(trx, { at, by, tournament })
}
