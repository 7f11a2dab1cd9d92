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
