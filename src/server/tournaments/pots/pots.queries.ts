import type { EntryId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'

export const listEntryPots = (db: Db, entry: EntryId) =>
  db
    .selectFrom('pot_entries')
    .select(['pot', 'wanted', 'confirmed_at'])
    .where('entry_id', '=', entry)
    .orderBy('pot')
    .execute()

export type EntryPotRow = Awaited<ReturnType<typeof listEntryPots>>[number]

/** @param confirmedAt null: the boat is not in */
export async function setEntryPot(
  trx: Trx,
  entry: EntryId,
  { pot, isWanted, confirmedAt }: { pot: string; isWanted: boolean; confirmedAt: number | null },
): Promise<void> {
  const wanted = isWanted ? (1 as const) : (0 as const)
  await trx
    .insertInto('pot_entries')
    .values({ entry_id: entry, pot, wanted, confirmed_at: confirmedAt })
    .onConflict(conflict =>
      conflict.columns(['entry_id', 'pot']).doUpdateSet({ wanted, confirmed_at: confirmedAt }),
    )
    .execute()
}
