import type { HoldId, ProtestId, ProtestStepId, TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'

/** Fields that the record leaves to the rows of an event's subject. */

export const findProtest = (trx: Trx, id: ProtestId) =>
  trx.selectFrom('protests').select(['content', 'rule']).where('id', '=', id).executeTakeFirstOrThrow()

export const findProtestStep = (trx: Trx, id: ProtestStepId) =>
  trx.selectFrom('protest_steps').select('content').where('id', '=', id).executeTakeFirstOrThrow()

export async function findHoldNote(trx: Trx, id: HoldId): Promise<string | null> {
  const hold = await trx
    .selectFrom('holds')
    .select('lifted_note')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return hold.lifted_note
}

export const findRound = (trx: Trx, tournament: TournamentId, number: number) =>
  trx
    .selectFrom('rounds')
    .select(['boards', 'awards'])
    .where('tournament_id', '=', tournament)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

/** Erases a text wherever the tournament's protests, answers and decisions have it. */
export async function eraseFromProtests(trx: Trx, tournament: TournamentId, text: string): Promise<void> {
  const protests = trx.selectFrom('protests').select('id').where('tournament_id', '=', tournament)
  const change = { content: '' }
  await trx
    .updateTable('protest_steps')
    .set(change)
    .where('content', '=', text)
    .where('protest_id', 'in', protests)
    .execute()
  await trx
    .updateTable('protests')
    .set(change)
    .where('content', '=', text)
    .where('tournament_id', '=', tournament)
    .execute()
}
