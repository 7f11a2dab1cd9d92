import { sql } from 'kysely'
import type { TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'

/**
 * Returns whether the tournament has counted,
 * pending or refunded fundings, or failed ones for which money moved.
 */
export function hasMoney(trx: Trx, tournament: TournamentId): Promise<boolean> {
  const fundings = trx
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .select('fundings.id')
    .where('entries.tournament_id', '=', tournament)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('fundings.status', '!=', 'failed'),
        eb('fundings.refund_requested_at', 'is not', null),
        exists(
          selectFrom('ledger')
            .select('ledger.id')
            .whereRef('ledger.funding_id', '=', 'fundings.id')
            .whereRef('ledger.entry_id', '=', 'fundings.entry_id')
            // The condition of the index `ledger_once`; money arrives by the first two.
            .where(sql<boolean>`ledger.kind in ('funding', 'unplaced', 'refund')`),
        ),
      ]),
    )
  return hasRow(fundings)
}

/** Deletes the tournament. Detaches failed payments: one that arrives late has no entry and is refunded. */
export async function deleteTournament(trx: Trx, tournament: TournamentId): Promise<void> {
  const entries = trx.selectFrom('entries').select('id').where('tournament_id', '=', tournament)
  await trx.updateTable('fundings').set({ entry_id: null }).where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('updates').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('announcements').where('tournament_id', '=', tournament).execute()
  const webhooks = trx.selectFrom('webhooks').select('id').where('tournament_id', '=', tournament)
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute()
  await trx.deleteFrom('webhooks').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('staff_invitations').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('staff').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('tie_decisions').where('tournament_id', '=', tournament).execute()
  const protests = trx.selectFrom('protests').select('id').where('tournament_id', '=', tournament)
  await trx.deleteFrom('protest_steps').where('protest_id', 'in', protests).execute()
  await trx.deleteFrom('protests').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('holds').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('penalties').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('pot_entries').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('catches').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('anglers').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('deleted_catches').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('entries').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('log_texts').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('log_subjects').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('logs').where('tournament_id', '=', tournament).execute()
  // Refused while there is a log.
  await trx.deleteFrom('tournament_rules').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('notification_messages').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('follows').where('subject_id', '=', tournament).execute()
  await trx.deleteFrom('tournaments').where('id', '=', tournament).execute()
  await trx.deleteFrom('log_events').where('tournament_id', '=', tournament).execute()
  // The audit trail stays.
  await trx
    .deleteFrom('events')
    .where('tournament_id', '=', tournament)
    .where('address', 'is', null)
    .execute()
}
