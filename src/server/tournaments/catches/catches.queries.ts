import { type CatchId, type EntryId, newId, type TournamentId } from '#contract/ids.ts'
import type { Actor } from '#contract/record.ts'
import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { compareRow, newestFirst } from '#server/db/row-order.ts'
import { hasRow } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import { fromTheNewest, type Position } from '#server/http/paging.ts'
import { similarWeights, similarWithin } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'
import type { RuledFields } from './ruled-catches.rules.ts'

export const noCatch = () => notFound('There is no such catch.')

export const findCatch = (db: Db, id: CatchId): Promise<CatchRow | undefined> =>
  db.selectFrom('catches').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ApiError 404 */
export async function getCatch(db: Db, id: CatchId): Promise<CatchRow> {
  const row = await findCatch(db, id)
  if (!row) throw noCatch()
  return row
}

/** Returns catches newest first, except those of withdrawn entries. */
export const listCatches = (
  db: Db,
  tournament: TournamentId,
  size: number,
  after: Position = fromTheNewest,
): Promise<CatchRow[]> =>
  db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .selectAll('catches')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .$call(newestFirst('catches.created_at', 'catches.id', after, size))
    .execute()

export type CatchToExport = CatchRow & {
  boat_name: string
  captain_name: string
  angler_name: string | null
}

/** Returns catches in the order of weighing in, except those of withdrawn entries. */
export function listCatchesToExport(
  db: Db,
  tournament: TournamentId,
  size: number,
  after: CatchToExport | undefined,
): Promise<CatchToExport[]> {
  let catches = db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .leftJoin('anglers', 'anglers.id', 'catches.angler_id')
    .selectAll('catches')
    .select(['boats.name as boat_name', 'boats.captain_name', 'anglers.name as angler_name'])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
  if (after)
    catches = catches.where(
      compareRow(['catches.created_at', 'catches.id'], '>', [after.created_at, after.id]),
    )
  return catches.orderBy('catches.created_at').orderBy('catches.id').limit(size).execute()
}

/** Returns the latest catch of the entry that may be the same fish. */
export async function findSimilar(
  db: Db,
  entry: EntryId,
  { weight_hundredths: weight, species, caught_at: at }: CatchFields,
) {
  if (weight === null) return undefined
  const [least, most] = similarWeights(weight)
  const rows = await db
    .selectFrom('catches')
    .selectAll()
    .$narrowType<{ weight_hundredths: number }>()
    .where('entry_id', '=', entry)
    .where('weight_hundredths', '>=', least)
    .where('weight_hundredths', '<=', most)
    .where('caught_at', '>=', at - similarWithin)
    .where('caught_at', '<=', at + similarWithin)
    .orderBy('caught_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  // SQLite's `lower` knows ASCII only.
  return rows.find(row => isSameSpecies(row.species, species))
}

export type CatchFields = RuledFields & Pick<CatchRow, 'species' | 'caught_at'>

/** `id` from the client, else generated. */
export type NewCatchFields = Partial<RuledFields> &
  Pick<CatchRow, 'species' | 'caught_at' | 'weight_hundredths'> & { id?: CatchId | undefined }

export function insertCatch(
  trx: Trx,
  entry: EntryId,
  { by, at }: Pick<Actor, 'by' | 'at'>,
  fields: NewCatchFields,
): Promise<CatchRow> {
  return trx
    .insertInto('catches')
    .values({
      ...fields,
      id: fields.id ?? newId<'catch'>(),
      entry_id: entry,
      recorded_by: by,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Corrects a catch. Keeps the weight and the species as first announced, also where there was none. */
export function updateCatch(
  trx: Trx,
  row: CatchRow,
  fields: CatchFields & Pick<CatchRow, 'entry_id'>,
  now: number,
): Promise<CatchRow> {
  const isFirstCorrection = row.corrected_at === null
  return trx
    .updateTable('catches')
    .set({
      ...fields,
      updated_at: now,
      corrected_at: now,
      ...(isFirstCorrection && {
        first_weight_hundredths: row.weight_hundredths,
        first_species: row.species,
      }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a catch and stores its id, so that {@link isDeleted} finds it. */
export async function deleteCatch(
  trx: Trx,
  { id, entry_id }: Pick<CatchRow, 'id' | 'entry_id'>,
): Promise<void> {
  await trx.deleteFrom('catches').where('id', '=', id).execute()
  await trx.insertInto('deleted_catches').values({ id, entry_id }).execute()
}

export const isDeleted = (db: Db, id: CatchId): Promise<boolean> =>
  hasRow(db.selectFrom('deleted_catches').select('id').where('id', '=', id))
