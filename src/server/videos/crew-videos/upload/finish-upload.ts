import type { VideoId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { inTransaction } from '#server/db/connection.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { findVideo, markUploaded } from '../crew-videos.queries.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { VideoStorage } from '../storage/video-storage.ts'
import type { UploadLocker } from './upload-locker.ts'

export interface Uploads {
  deps: CoreDeps
  storage: VideoStorage
  locker: UploadLocker
}

/** @throws ApiError 404 when it is deleted */
export async function markComplete({ db, now }: Pick<CoreDeps, 'db' | 'now'>, id: VideoId): Promise<void> {
  if (!(await inTransaction(db, trx => markUploaded(trx, id, now())))) throw notFound(texts.unknownUpload)
}

/**
 * Marks an upload whose bytes have all arrived, unless another request is sending them again.
 * @throws ApiError 404 when it is deleted, 409
 */
export async function finishUpload(
  { deps, storage, locker }: Uploads,
  { id, size_bytes: size }: Pick<VideoRow, 'id' | 'size_bytes'>,
): Promise<void> {
  const requireAll = async () => {
    const received = (await storage.received(id)) ?? 0
    // Another request may have marked it, and moved the file.
    const current = await findVideo(deps.db, id)
    if (current?.status === 'uploading' && received < size) throw conflict(texts.notFinished(received, size))
  }
  // The lock stops the request that holds it.
  await requireAll()
  const lock = locker.newLock(id)
  await lock.lock(new AbortController().signal, () => {})
  try {
    await requireAll()
    await markComplete(deps, id)
  } finally {
    await lock.unlock()
  }
}
