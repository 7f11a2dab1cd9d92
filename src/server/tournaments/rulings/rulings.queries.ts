import {
  type CatchId,
  type EntryId,
  newId,
  type PenaltyId,
  type TournamentId,
  type UserId,
} from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { PenaltyRow } from '#server/tournaments/scoring/index.ts'

export interface Ruling {
  by: UserId
  reason: string
  at: number
}

const disqualification = (ruling: Ruling | null) => ({
  disqualified_at: ruling?.at ?? null,
  disqualified_by: ruling?.by ?? null,
  disqualified_reason: ruling?.reason ?? null,
})

/** @param ruling null: reinstates it */
export async function setCatchDisqualification(trx: Trx, id: CatchId, ruling: Ruling | null): Promise<void> {
  await trx.updateTable('catches').set(disqualification(ruling)).where('id', '=', id).execute()
}

/** @param ruling null: ends the allowance */
export async function setAllowance(trx: Trx, id: CatchId, ruling: Ruling | null): Promise<void> {
  await trx
    .updateTable('catches')
    .set({
      allowed_at: ruling?.at ?? null,
      allowed_by: ruling?.by ?? null,
      allowed_reason: ruling?.reason ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** @param ruling null: reinstates it */
export async function setEntryDisqualification(trx: Trx, id: EntryId, ruling: Ruling | null): Promise<void> {
  await trx.updateTable('entries').set(disqualification(ruling)).where('id', '=', id).execute()
}

/** Finds a lifted penalty, too. */
export const findRecorded = (trx: Trx, id: PenaltyId): Promise<PenaltyRow | undefined> =>
  trx.selectFrom('penalties').selectAll().where('id', '=', id).executeTakeFirst()

export interface NewPenalty {
  /** Chosen by the client. */
  id?: PenaltyId | undefined
  key: string
  day: string | null
  count: number
  reason: string | null
}

export const insertPenalty = (
  trx: Trx,
  entry: EntryId,
  { id, ...penalty }: NewPenalty,
  { by, at }: Pick<Ruling, 'by' | 'at'>,
) =>
  trx
    .insertInto('penalties')
    .values({
      id: id ?? newId<'penalty'>(),
      entry_id: entry,
      ...penalty,
      recorded_by: by,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Counts the penalties of an entry that aren't lifted. */
export const countPenalties = (db: Db, entry: EntryId): Promise<number> =>
  countRows(db.selectFrom('penalties').where('entry_id', '=', entry).where('lifted_at', 'is', null))

export const noPenalty = () => notFound('There is no such penalty.')

/** @throws ApiError 404, also if it was lifted */
export async function getPenalty(db: Db, id: PenaltyId): Promise<PenaltyRow> {
  const row = await db
    .selectFrom('penalties')
    .selectAll()
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw noPenalty()
  return row
}

export async function liftPenalty(trx: Trx, id: PenaltyId, { by, reason, at }: Ruling): Promise<void> {
  await trx
    .updateTable('penalties')
    .set({ lifted_at: at, lifted_by: by, lifted_reason: reason })
    .where('id', '=', id)
    .execute()
}

export interface NewTieDecision {
  tournament: TournamentId
  category: string
  day: string | null
  order: readonly string[]
  /** Total of the tied contestants. */
  total: number
  reason: string
  by: UserId
}

/** Returns the decisions about ties at this total of a board with their deciders' accounts, the latest first. */
export async function listTieDecisions(
  trx: Trx,
  { tournament, category, day, total }: Pick<NewTieDecision, 'tournament' | 'category' | 'day' | 'total'>,
) {
  const rows = await trx
    .selectFrom('tie_decisions')
    .innerJoin('users', 'users.id', 'tie_decisions.decided_by')
    .select(['contestants', 'reason', 'decided_by', 'users.metadata', 'users.deleted_at'])
    .where('tournament_id', '=', tournament)
    .where('category', '=', category)
    .where('day', day === null ? 'is' : '=', day)
    .where(({ eb, or }) => or([eb('total', 'is', null), eb('total', '=', total)]))
    .orderBy('tie_decisions.id', 'desc')
    .limit(limits.tieDecisions)
    .execute()
  return rows.map(row => ({ ...row, order: JSON.parse(row.contestants) as string[] }))
}

export type PastTieDecision = Awaited<ReturnType<typeof listTieDecisions>>[number]

/** Returns the names of boats by entry. */
export async function listBoatNames(trx: Trx, entries: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select(['entries.id', 'boats.name'])
    .where('entries.id', 'in', entries as readonly EntryId[])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function insertTieDecision(
  trx: Trx,
  { tournament, order, by, ...decision }: NewTieDecision,
  now: number,
): Promise<void> {
  await trx
    .insertInto('tie_decisions')
    .values({
      id: newId<'tie-decision'>(),
      tournament_id: tournament,
      contestants: JSON.stringify(order),
      ...decision,
      decided_by: by,
      created_at: now,
    })
    .execute()
}
