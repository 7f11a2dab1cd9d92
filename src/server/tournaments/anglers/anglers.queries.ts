import { type AnglerId, type EntryId, newId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'

/** Returns the anglers on the entry's list, in its order. */
export const listAnglers = (db: Db, entry: EntryId) =>
  db
    .selectFrom('anglers')
    .select(['id', 'name', 'divisions'])
    .where('entry_id', '=', entry)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the ids of all anglers of the entry, removed ones included. */
export async function listAllAnglerIds(db: Db, entry: EntryId): Promise<AnglerId[]> {
  const rows = await db.selectFrom('anglers').select('id').where('entry_id', '=', entry).execute()
  return rows.map(({ id }) => id)
}

export interface AnglerFields {
  id?: AnglerId
  name: string
  divisions: readonly string[]
}

/** Replaces the list. Removed anglers keep their catches, and can return by their ids. */
export async function replaceAnglers(
  trx: Trx,
  entry: EntryId,
  anglers: readonly AnglerFields[],
  now: number,
): Promise<void> {
  const before = await listAnglers(trx, entry)
  const ids = new Set(anglers.map(({ id }) => id))
  for (const { id } of before)
    if (!ids.has(id)) await trx.updateTable('anglers').set({ removed_at: now }).where('id', '=', id).execute()
  for (const { id, name, divisions } of anglers) {
    const fields = { name, divisions: JSON.stringify([...new Set(divisions)].sort()) }
    if (id === undefined)
      await trx
        .insertInto('anglers')
        .values({ id: newId<'angler'>(), entry_id: entry, ...fields, created_at: now, removed_at: null })
        .execute()
    else
      await trx
        .updateTable('anglers')
        .set({ ...fields, removed_at: null })
        .where('id', '=', id)
        .execute()
  }
}
