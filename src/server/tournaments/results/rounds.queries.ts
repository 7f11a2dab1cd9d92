import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Adjustment, RuledFigures, SettledAward } from './ruled-results.rules.ts'

export interface Round {
  number: number
  reason: string | null
  confirmedAt: number
  adjustments: Adjustment[]
  /** Null: without rules. */
  figures: RuledFigures | null
}

const rounds = compileOnce((db, tournament: TournamentId) =>
  db.selectFrom('rounds').selectAll().where('tournament_id', '=', tournament).orderBy('number'),
)

/** The first one first. Bounded by `limits.rounds`. */
export const listRounds = async (db: Db, tournament: TournamentId): Promise<Round[]> =>
  (await rounds(db, tournament)).map(({ number, reason, confirmed_at, adjustments, awards, boards }) => ({
    number,
    reason,
    confirmedAt: confirmed_at,
    adjustments: JSON.parse(adjustments) as Adjustment[],
    figures:
      awards === null || boards === null ? null : { awards: JSON.parse(awards) as SettledAward[], boards },
  }))

export interface NewRound {
  tournament: TournamentId
  number: number
  reason: string | null
  by: UserId
  at: number
  adjustments: readonly Adjustment[]
  figures: RuledFigures | null
}

export async function insertRound(
  trx: Trx,
  { tournament, number, reason, by, at, adjustments, figures }: NewRound,
): Promise<void> {
  await trx
    .insertInto('rounds')
    .values({
      tournament_id: tournament,
      number,
      reason,
      confirmed_by: by,
      confirmed_at: at,
      awards: figures && JSON.stringify(figures.awards),
      boards: figures?.boards ?? null,
      adjustments: JSON.stringify(adjustments),
    })
    .execute()
}

export async function insertRoundResult(
  trx: Trx,
  round: number,
  { entry, winnings, shared, pool }: { entry: EntryId; winnings: number; shared: number; pool: number },
): Promise<void> {
  await trx
    .insertInto('round_results')
    .values({
      entry_id: entry,
      round,
      winnings_cents: winnings,
      shared_cents: shared,
      pool_cents: pool,
    })
    .execute()
}

/** Of an entry, by round, where it changed. */
export const listRoundResults = (db: Db, entry: EntryId) =>
  db.selectFrom('round_results').selectAll().where('entry_id', '=', entry).orderBy('round').execute()

/** Of an entry's shares, by round. */
export const listShareChanges = (db: Db, entry: EntryId) =>
  db
    .selectFrom('payouts')
    .innerJoin('share_changes', 'share_changes.payout_id', 'payouts.id')
    .select(['share_changes.payout_id', 'share_changes.round', 'share_changes.change_cents'])
    .where('payouts.entry_id', '=', entry)
    .orderBy('share_changes.round')
    .execute()
