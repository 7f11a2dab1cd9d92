import type { CatchId, EntryId, TournamentId } from '#contract/ids.ts'
import type { LogEvent } from '#contract/tournaments/log-chain.ts'
import { parseSlipNumber } from '#contract/tournaments/slip-number.ts'
import type { Db } from '#server/db/connection.ts'
import { findByCode, findEvent } from '#server/tournaments/log/index.ts'

/** Returns the event that recorded the catch of a slip, or null if there is no such slip. */
export async function findSlipEvent(
  db: Db,
  number: string,
): Promise<{ code: string; tournament: TournamentId; event: LogEvent } | null> {
  const parts = parseSlipNumber(number)
  const tournament = parts && (await findByCode(db, parts.code))
  if (!tournament) return null
  const event = await findEvent(db, tournament, parts.seq)
  const isCatch = event?.kind === 'weighed' || event?.kind === 'opened'
  if (!event || !isCatch || !event.hash.startsWith(parts.hashStart)) return null
  return { code: parts.code, tournament, event }
}

/** Returns the boat of an entry, even of a withdrawn one. */
export const findBoat = (db: Db, entry: EntryId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'boats.captain_name',
      'entries.disqualified_at',
      'entries.disqualified_reason',
      'entries.withdrawn_at',
    ])
    .where('entries.id', '=', entry)
    .executeTakeFirst()

/** Returns the image of the update that announced the catch, or null. */
export async function findPhoto(db: Db, id: CatchId) {
  const row = await db
    .selectFrom('updates')
    .select('image_id')
    .where('catch_id', '=', id)
    .where('image_id', 'is not', null)
    .executeTakeFirst()
  return row?.image_id ?? null
}
