import { sql } from 'kysely'
import type { HoldId, ProtestId, ProtestStepId, TournamentId } from '#contract/ids.ts'
import { erasedText, type LogEnvelope } from '#contract/tournaments/log-chain.ts'
import type { Trx } from '#server/db/connection.ts'
import { witnessPrefix } from './commitments.ts'
import type { LogTextsTable } from './log.table.ts'

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

/** Columns with texts of the log that can't be empty. */
const columnsOfTournament = [
  ['protests', 'rule'],
  ['rounds', 'reason'],
  ['tournament_rules', 'reason'],
  ['tie_decisions', 'reason'],
  ['entries', 'disqualified_reason'],
  ['entries', 'withdrawal_reason'],
] as const
const columnsOfEntry = [
  ['catches', 'disqualified_reason'],
  ['catches', 'allowed_reason'],
  ['penalties', 'reason'],
  ['penalties', 'lifted_reason'],
  ['holds', 'reason'],
  ['holds', 'lifted_note'],
] as const

/** Erases a text that the log had wherever the tournament's rows show it; of names those of witnesses. */
export async function eraseFromRows(
  trx: Trx,
  tournament: TournamentId,
  { hash, text, person }: Pick<LogTextsTable, 'hash' | 'text' | 'person'>,
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
  await trx
    .updateTable('protests')
    .set({ content: '' })
    .where('content', '=', text)
    .where('tournament_id', '=', tournament)
    .execute()
  for (const [table, column] of columnsOfTournament)
    await trx
      .updateTable(table)
      .set({ [column]: erasedText })
      .where(sql.ref(column), '=', text)
      .where('tournament_id', '=', tournament)
      .execute()
  for (const [table, column] of columnsOfEntry)
    await trx
      .updateTable(table)
      .set({ [column]: erasedText })
      .where(sql.ref(column), '=', text)
      .where('entry_id', 'in', entries)
      .execute()
  await eraseFromEvents(trx, tournament, hash, text)
}

/** Erases the lines of the staff's log that end with the text, or are cut before its end. */
async function eraseFromEvents(
  trx: Trx,
  tournament: TournamentId,
  hash: string,
  text: string,
): Promise<void> {
  const logged = await trx
    .selectFrom('log_events')
    .select('hashed')
    .where('tournament_id', '=', tournament)
    .where('hashed', 'like', `%${hash}%`)
    .execute()
  const times = logged.map(({ hashed }) => Date.parse((JSON.parse(hashed) as LogEnvelope).at))
  const lines = await trx
    .selectFrom('events')
    .select(['id', 'text'])
    .where('tournament_id', '=', tournament)
    .where('created_at', 'in', times)
    .where('role', 'is not', null)
    .execute()
  for (const { id, text: line } of lines)
    if (line?.endsWith(text) || line?.endsWith('…'))
      await trx.updateTable('events').set({ text: erasedText }).where('id', '=', id).execute()
}
