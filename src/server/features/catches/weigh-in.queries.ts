import type { ImageId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { type EntryInContext, getEntry, rerank } from '#server/features/entries/index.ts'
import { correctWeighIn, deleteWeighIn, insertUpdate, weighInText } from '#server/features/updates/index.ts'
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
  await rerank(trx, tournament.id)
  const after = await getEntry(trx, entry.id)
  // Only a new best catch claims a place in its update.
  const isBest = after.entry.best_catch !== entry.best_catch
  await insertUpdate(
    trx,
    {
      entry,
      author: recordedBy,
      content: weighInText(boat.name, textOf(caught), isBest ? after.entry.current_position : null),
      location: tournament.location,
      caught: caught.id,
      image,
    },
    now,
  )
  return caught
}

/** Corrects a catch and its update, which names the position if the catch is the boat's best. */
export async function correctCatch(
  trx: Trx,
  { entry, boat, tournament }: EntryInContext,
  caught: CatchRow,
  fields: CatchFields,
  now: number,
): Promise<CatchRow> {
  if (!isCorrection(caught, fields)) return caught
  const corrected = await updateCatch(trx, caught, fields, now)
  const rank = (await rerank(trx, tournament.id)).get(entry.id)
  const position = rank?.best?.id === caught.id ? rank.position : null
  await correctWeighIn(trx, caught.id, weighInText(boat.name, textOf(corrected), position))
  return corrected
}

export async function removeCatch(trx: Trx, { tournament }: EntryInContext, caught: CatchRow): Promise<void> {
  await deleteWeighIn(trx, caught.id)
  await deleteCatch(trx, caught)
  await rerank(trx, tournament.id)
}

const textOf = (caught: CatchRow) => ({ weight: caught.weight_hundredths, species: caught.species })
