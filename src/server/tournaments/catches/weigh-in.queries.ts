import type { ImageId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { deleteNotificationsOf, notify } from '#server/record/notification-events/index.ts'
import { type EntryInContext, getEntry, rerank } from '#server/tournaments/entries/index.ts'
import {
  correctWeighIn,
  deleteWeighIn,
  insertUpdate,
  weighInText,
} from '#server/tournaments/updates/index.ts'
import {
  type CatchFields,
  deleteCatch,
  insertCatch,
  type NewCatchFields,
  updateCatch,
} from './catches.queries.ts'
import { isCorrection } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'

/** Stores a catch, reranks and posts an update, with the picture. */
export async function weighIn(
  trx: Trx,
  { entry, boat, tournament }: EntryInContext,
  recordedBy: UserId,
  fields: NewCatchFields,
  now: number,
  image: ImageId | null = null,
): Promise<CatchRow> {
  const caught = await insertCatch(trx, entry.id, recordedBy, fields, now)
  const { lead } = await rerank(trx, tournament.id)
  const after = await getEntry(trx, entry.id)
  // Only a new best catch claims a place in its update.
  const isBest = after.entry.best_catch !== entry.best_catch
  const place = isBest ? after.entry.current_position : null
  await insertUpdate(
    trx,
    {
      entry,
      author: recordedBy,
      content: weighInText(boat.name, textOf(caught), place),
      location: tournament.location,
      caught: caught.id,
      image,
    },
    now,
  )
  const moved = after.entry.current_position !== entry.current_position
  await notify(trx, { type: 'weigh-in', catch: caught.id, place, moved, lead, by: recordedBy }, now)
  return caught
}

/** Corrects a catch and its update, which names the position if the catch is the boat's best. */
export async function correctCatch(
  trx: Trx,
  { entry, boat, tournament }: EntryInContext,
  caught: CatchRow,
  fields: CatchFields,
  by: UserId,
  now: number,
): Promise<CatchRow> {
  if (!isCorrection(caught, fields)) return caught
  const corrected = await updateCatch(trx, caught, fields, now)
  await deleteNotificationsOf(trx, caught.id)
  const { ranked, lead } = await rerank(trx, tournament.id)
  const rank = ranked.get(entry.id)
  const position = rank?.best?.id === caught.id ? rank.position : null
  await correctWeighIn(trx, caught.id, weighInText(boat.name, textOf(corrected), position))
  if (lead !== null) await notify(trx, { type: 'lead', lead, by }, now)
  return corrected
}

/** Undone at once, a catch leaves nothing behind; later, the new leader is told. */
export async function removeCatch(
  trx: Trx,
  { tournament }: EntryInContext,
  caught: CatchRow,
  by: UserId,
  now: number,
): Promise<void> {
  await deleteWeighIn(trx, caught.id)
  await deleteNotificationsOf(trx, caught.id)
  await deleteCatch(trx, caught)
  const { lead } = await rerank(trx, tournament.id)
  if (lead !== null && now - caught.created_at > undoMs) await notify(trx, { type: 'lead', lead, by }, now)
}

/** The undo button is shown for ten seconds (decision 0098); the request may take a while. */
const undoMs = 30_000

const textOf = (caught: CatchRow) => ({ weight: caught.weight_hundredths, species: caught.species })
