import type { TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'

/** Whether the tournament has fundings, counted, pending or refunded. Failed payments do not count. */
export async function hasMoney(trx: Trx, tournament: TournamentId): Promise<boolean> {
  const entries = trx.selectFrom('entries').select('id').where('tournament_id', '=', tournament)
  const funding = await trx
    .selectFrom('fundings')
    .select('id')
    .where('entry_id', 'in', entries)
    .where(({ or, eb }) => or([eb('status', '!=', 'failed'), eb('refund_requested_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  if (funding) return true
  const movement = await trx
    .selectFrom('ledger')
    .select('entry_id')
    .where('entry_id', 'in', entries)
    .limit(1)
    .executeTakeFirst()
  return movement !== undefined
}

/** Also detaches failed payments: if one arrives late, it has no entry and is refunded. */
export async function deleteTournament(trx: Trx, tournament: TournamentId): Promise<void> {
  const entries = trx.selectFrom('entries').select('id').where('tournament_id', '=', tournament)
  await trx.updateTable('fundings').set({ entry_id: null }).where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('updates').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('announcements').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('tournament_actions').where('tournament_id', '=', tournament).execute()
  const webhooks = trx.selectFrom('webhooks').select('id').where('tournament_id', '=', tournament)
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute()
  await trx.deleteFrom('webhooks').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('staff_invitations').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('staff').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('catches').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('deleted_catches').where('entry_id', 'in', entries).execute()
  await trx.deleteFrom('entries').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('notice_messages').where('tournament_id', '=', tournament).execute()
  await trx.deleteFrom('follows').where('subject_id', '=', tournament).execute()
  await trx.deleteFrom('tournaments').where('id', '=', tournament).execute()
}
