import { type EntryId, type HoldId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { HoldRow } from './protests.table.ts'

export interface NewHold {
  entry: EntryId
  reason: string
  /** Null if the rules demand the hold. */
  by: UserId | null
}

export const insertHold = (trx: Trx, { entry, reason, by }: NewHold, now: number): Promise<HoldRow> =>
  trx
    .insertInto('holds')
    .values({
      id: newId<'hold'>(),
      entry_id: entry,
      reason,
      placed_by: by,
      created_at: now,
      lifted_at: null,
      lifted_by: null,
      lifted_note: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns whether a hold that an organiser placed is open. */
export const isHeld = (db: Db, entry: EntryId): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('holds')
      .select('id')
      .where('entry_id', '=', entry)
      .where('placed_by', 'is not', null)
      .where('lifted_at', 'is', null),
  )

export const noHold = () => notFound('There is no such hold.')

/** @throws ApiError 404 */
export async function getHold(db: Db, id: HoldId): Promise<HoldRow> {
  const row = await db.selectFrom('holds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw noHold()
  return row
}

/** Returns the boat's name and tournament, even of a withdrawn entry. */
export const findHeldBoat = (db: Db, entry: EntryId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select(['boats.name as boat', 'entries.tournament_id as tournament'])
    .where('entries.id', '=', entry)
    .executeTakeFirstOrThrow()

export async function liftHold(
  trx: Trx,
  id: HoldId,
  { by, note, at }: { by: UserId | null; note: string; at: number },
): Promise<void> {
  await trx
    .updateTable('holds')
    .set({ lifted_at: at, lifted_by: by, lifted_note: note })
    .where('id', '=', id)
    .execute()
}

/** Returns the holds of a tournament, latest first. */
export const listHolds = (db: Db, tournament: TournamentId, size: number): Promise<HoldRow[]> =>
  db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .selectAll('holds')
    .where('entries.tournament_id', '=', tournament)
    .orderBy('holds.id', 'desc')
    .limit(size)
    .execute()

/** Counts all holds of a tournament, and the open ones of boats that didn't withdraw. */
export async function countHolds(db: Db, tournament: TournamentId): Promise<{ all: number; open: number }> {
  return db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere('holds.lifted_at', 'is', null)
        .filterWhere('entries.withdrawn_at', 'is', null)
        .as('open'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .executeTakeFirstOrThrow()
}

/** Returns the holds that the rules placed, lifted ones included. */
export const listHoldsByRules = (db: Db, tournament: TournamentId): Promise<HoldRow[]> =>
  db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .selectAll('holds')
    .where('entries.tournament_id', '=', tournament)
    .where('holds.placed_by', 'is', null)
    .orderBy('holds.id')
    .execute()

export async function deleteHold(trx: Trx, id: HoldId): Promise<void> {
  await trx.deleteFrom('holds').where('id', '=', id).execute()
}
