import { uploadImage } from '#client/api/images.ts'
import { hasIssue, RequestError } from '#client/lib/request.ts'
import { serverNow } from '#client/lib/server-time.ts'
import { deleteCatch, recordCatch } from '#client/tournaments/api/catches.ts'
import type { ImageId } from '#contract/ids.ts'
import type { WeighIn } from '#contract/tournaments/catches.ts'
import { isRefusal, type QueuedWeighIn } from './outbox.ts'

/** Milliseconds after which the server's time is not that of the weigh-in. */
const lateMs = 60_000

/** Too many pictures, or no room for them. */
const hasNoRoom = (error: unknown) =>
  error instanceof RequestError && (error.status === 429 || error.status === 507)

/** Returns null if the server, or a proxy before it, refuses the photo: the weight counts. */
async function sendPhoto({ photo }: QueuedWeighIn): Promise<ImageId | null> {
  if (photo === null) return null
  const name = photo.type === 'image/webp' ? 'photo.webp' : 'photo.jpg'
  try {
    return (await uploadImage(new Blob([photo.data], { type: photo.type }), name)).id
  } catch (error) {
    if (isRefusal(error) || hasNoRoom(error)) return null
    throw error
  }
}

/** A time of the device that the server may replace. */
type OwnTime = 'caughtAt' | 'weighedAt'

/**
 * Returns the times that a weigh-in states. With rules each states when it was weighed; without, only a late
 * one does, as the time of the catch.
 */
function ownTimes({ isRuled, caughtAt, weighedAt }: QueuedWeighIn): Partial<Record<OwnTime, string>> {
  const time = new Date(weighedAt).toISOString()
  if (isRuled) return { weighedAt: time }
  return caughtAt === null && serverNow() - weighedAt > lateMs ? { caughtAt: time } : {}
}

const fishOf = ({ weight, ounces, length, released, species, ...fish }: QueuedWeighIn) => ({
  ...(weight !== '' && { weight }),
  ...(ounces !== undefined && { ounces }),
  ...(length !== undefined && { length }),
  ...(released && { released }),
  species,
  ...(fish.anglerId !== undefined && { anglerId: fish.anglerId }),
  ...(fish.marks !== undefined && { marks: fish.marks }),
  ...(fish.scale !== undefined && { scale: fish.scale }),
  ...(fish.witness !== undefined && { witness: fish.witness }),
})

/** @throws RequestError, TypeError when the network fails */
export async function weighIn(item: QueuedWeighIn): Promise<WeighIn> {
  const { id, entryId, caughtAt } = item
  const imageId = await sendPhoto(item)
  const fish = {
    id,
    ...fishOf(item),
    unlessSimilar: item.isOther !== true,
    ...(imageId !== null && { imageId }),
    ...(caughtAt !== null && { caughtAt }),
  }
  const send = (times: Partial<Record<OwnTime, string>>) =>
    recordCatch({ params: { id: entryId }, body: { ...fish, ...times } })
  const times = ownTimes(item)
  try {
    return await send(times)
  } catch (error) {
    // The time may be after the end, or from a wrong clock: the server decides.
    const isTimeRefused = (['caughtAt', 'weighedAt'] as const).some(
      time => time in times && hasIssue(error, time),
    )
    if (!isTimeRefused) throw error
    return send({})
  }
}

/** Reason in the tournament's log. */
const lateUndo = 'Undone at the scale, sent when the network was back'

const takeBack = (id: string, body: { undo?: true; reason?: string }) => deleteCatch({ params: { id }, body })

/** @throws RequestError, TypeError when the network fails */
export async function undo({ id }: QueuedWeighIn): Promise<void> {
  try {
    await takeBack(id, { undo: true })
  } catch (error) {
    // Too late for an undo: the rules want a reason.
    if (hasIssue(error, 'reason')) await takeBack(id, { reason: lateUndo })
    // It never arrived. Another 404 is a proxy's.
    else if (!(error instanceof RequestError && error.code === 'not_found')) throw error
  }
}
