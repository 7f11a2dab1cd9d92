import type { HoldId, ProtestId, ProtestStepId, TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { witnessPrefix } from './commitments.ts'
import type { LogTextsTable } from './log.table.ts'

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

/** Replaces a text that can't be empty. Triggers take no other change of a hold's texts and a protest's rule. */
const erased = '(erased)'

/** Erases a text that the log had wherever the tournament's rows show it; of names those of witnesses. */
export async function eraseFromRows(
  trx: Trx,
  tournament: TournamentId,
  { text, person }: Pick<LogTextsTable, 'text' | 'person'>,
): Promise<void> {
  const entries = trx.selectFrom('entries').select('id').where('tournament_id', '=', tournament)
  if (person?.startsWith(witnessPrefix))
    await trx
      .updateTable('catches')
      .set({ witness: null })
      .where('witness', '=', text)
      .where('entry_id', 'in', entries)
      .execute()
  if (person !== null) return
  const protests = trx.selectFrom('protests').select('id').where('tournament_id', '=', tournament)
  await trx
    .updateTable('protest_steps')
    .set({ content: '' })
    .where('content', '=', text)
    .where('protest_id', 'in', protests)
    .execute()
  const ofTournament = trx.updateTable('protests').where('tournament_id', '=', tournament)
  await ofTournament.set({ content: '' }).where('content', '=', text).execute()
  await ofTournament.set({ rule: erased }).where('rule', '=', text).execute()
  await trx
    .updateTable('entries')
    .set({ disqualified_reason: erased })
    .where('disqualified_reason', '=', text)
    .where('tournament_id', '=', tournament)
    .execute()
  for (const column of ['disqualified_reason', 'allowed_reason'] as const)
    await trx
      .updateTable('catches')
      .set({ [column]: erased })
      .where(column, '=', text)
      .where('entry_id', 'in', entries)
      .execute()
  for (const column of ['reason', 'lifted_reason'] as const)
    await trx
      .updateTable('penalties')
      .set({ [column]: erased })
      .where(column, '=', text)
      .where('entry_id', 'in', entries)
      .execute()
  for (const column of ['reason', 'lifted_note'] as const)
    await trx
      .updateTable('holds')
      .set({ [column]: erased })
      .where(column, '=', text)
      .where('entry_id', 'in', entries)
      .execute()
}
