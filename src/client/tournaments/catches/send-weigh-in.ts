import { uploadImage } from '#client/api/images.ts'
import { hasIssue, RequestError } from '#client/lib/request.ts'
import { deleteCatch, recordCatch } from '#client/tournaments/api/catches.ts'
import type { ImageId } from '#contract/ids.ts'
import type { WeighIn } from '#contract/tournaments/catches.ts'
import type { QueuedWeighIn } from './outbox.ts'

/** Milliseconds. */
export const requestMs = 30_000
/** Milliseconds after which the server's time is not that of the weigh-in. */
const lateMs = 60_000

/** Null where the server refuses the photo: the weight counts. */
async function sendPhoto({ photo }: QueuedWeighIn): Promise<ImageId | null> {
  if (photo === null) return null
  const name = photo.type === 'image/webp' ? 'photo.webp' : 'photo.jpg'
  try {
    const signal = AbortSignal.timeout(requestMs)
    return (await uploadImage(new Blob([photo.data], { type: photo.type }), name, signal)).id
  } catch (error) {
    if (error instanceof RequestError && (error.status === 422 || error.status === 429)) return null
    throw error
  }
}

/** A late one says when it was weighed. @throws RequestError, TypeError when the network fails */
export async function weighIn(item: QueuedWeighIn): Promise<WeighIn> {
  const { id, entryId, weight, species, weighedAt } = item
  const isLate = Date.now() - weighedAt > lateMs
  const caughtAt = item.caughtAt ?? (isLate ? new Date(weighedAt).toISOString() : undefined)
  const imageId = await sendPhoto(item)
  const fish = {
    id,
    weight,
    species,
    unlessSimilar: item.isOther !== true,
    ...(imageId !== null && { imageId }),
  }
  const send = (body: typeof fish & { caughtAt?: string }) =>
    recordCatch({ params: { id: entryId }, body, signal: AbortSignal.timeout(requestMs) })
  try {
    return await send({ ...fish, ...(caughtAt !== undefined && { caughtAt }) })
  } catch (error) {
    // After the end, or by a wrong clock: the server decides.
    if (item.caughtAt !== null || !isLate || !hasIssue(error, 'caughtAt')) throw error
    return send(fish)
  }
}

/** @throws RequestError, TypeError when the network fails */
export async function undo({ id }: QueuedWeighIn): Promise<void> {
  try {
    await deleteCatch({ params: { id }, signal: AbortSignal.timeout(requestMs) })
  } catch (error) {
    // It never arrived. Another 404 is a proxy's.
    if (!(error instanceof RequestError && error.code === 'not_found')) throw error
  }
}
