import type { CatchId, EntryId, ImageId, PenaltyId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import type { ProtestRow } from './protests.table.ts'

/** Reads the subjects and steps of a page's protests. Empty lists read nothing. */
export async function readProtestParts(db: Db, protests: readonly ProtestRow[]) {
  const ids = <Id>(idOf: (row: ProtestRow) => Id | null) => [
    ...new Set(protests.map(idOf).filter((id): id is Id => id !== null)),
  ]
  const [catches, penalties] = [ids(row => row.catch_id), ids(row => row.penalty_id)]
  const catchRows = await listCatches(db, catches)
  const entries = [
    ...ids(row => row.entry_id),
    ...ids(row => row.from_entry_id),
    // A catch may have been moved since.
    ...catchRows.map(row => row.entry_id),
  ]
  return {
    boats: new Map((await listBoats(db, entries)).map(row => [row.id, row])),
    catches: new Map(catchRows.map(row => [row.id, row])),
    images: new Map((await listImages(db, catches)).map(row => [row.catch_id, row.image_id])),
    penalties: new Map((await listPenaltyRows(db, penalties)).map(row => [row.id, row])),
    steps: await listSteps(
      db,
      protests.map(({ id }) => id),
    ),
  }
}

export type ProtestParts = Awaited<ReturnType<typeof readProtestParts>>

/** Returns the boats' names and owners, including those of withdrawn entries. */
const listBoats = (db: Db, entries: readonly EntryId[]) =>
  entries.length === 0
    ? []
    : db
        .selectFrom('entries')
        .innerJoin('boats', 'boats.id', 'entries.boat_id')
        .select(['entries.id', 'boats.name', 'boats.owner_id'])
        .where('entries.id', 'in', [...entries])
        .execute()

const listCatches = (db: Db, catches: readonly CatchId[]) =>
  catches.length === 0
    ? []
    : db
        .selectFrom('catches')
        .selectAll()
        .where('id', 'in', [...catches])
        .execute()

const listImages = (db: Db, catches: readonly CatchId[]) =>
  catches.length === 0
    ? []
    : db
        .selectFrom('updates')
        .select(['catch_id', 'image_id'])
        .$narrowType<{ catch_id: CatchId; image_id: ImageId }>()
        .where('catch_id', 'in', [...catches])
        .where('image_id', 'is not', null)
        .execute()

const listPenaltyRows = (db: Db, penalties: readonly PenaltyId[]) =>
  penalties.length === 0
    ? []
    : db
        .selectFrom('penalties')
        .selectAll()
        .where('id', 'in', [...penalties])
        .execute()

/** The oldest first. */
const listSteps = (db: Db, protests: readonly ProtestRow['id'][]) =>
  protests.length === 0
    ? []
    : db
        .selectFrom('protest_steps')
        .selectAll()
        .where('protest_id', 'in', [...protests])
        .orderBy('id')
        .execute()

export const listLatestCatches = (db: Db, entry: EntryId, size: number) =>
  db
    .selectFrom('catches')
    .selectAll()
    .where('entry_id', '=', entry)
    .orderBy('caught_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute()

/** The latest first. */
export const listStandingPenalties = (db: Db, entry: EntryId) =>
  db
    .selectFrom('penalties')
    .selectAll()
    .where('entry_id', '=', entry)
    .where('lifted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limits.penaltiesPerEntry)
    .execute()
