import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Adjustment, RuledFigures } from '#server/tournaments/results/index.ts'

export interface NewRound {
  tournament: TournamentId
  number: number
  reason: string | null
  by: UserId
  at: number
  adjustments: readonly Adjustment[]
  /** Null without rules. */
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

/** Returns the entry's results of each round that changed them. */
export const listRoundResults = (db: Db, entry: EntryId) =>
  db.selectFrom('round_results').selectAll().where('entry_id', '=', entry).orderBy('round').execute()

/** Returns the changes of an entry's shares by round. */
export const listShareChanges = (db: Db, entry: EntryId) =>
  db
    .selectFrom('payouts')
    .innerJoin('share_changes', 'share_changes.payout_id', 'payouts.id')
    .select(['share_changes.payout_id', 'share_changes.round', 'share_changes.change_cents'])
    .where('payouts.entry_id', '=', entry)
    .orderBy('share_changes.round')
    .execute()
