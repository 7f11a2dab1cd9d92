import type { Deps } from '#server/deps.ts'
import { moveToBucket } from '#server/storage/file-storage/index.ts'
import { finishedPictures } from '#server/storage/images/index.ts'
import { finishedVideoFiles } from '#server/videos/crew-videos/index.ts'

/**
 * Moves files on this process's disk, from before several processes shared the site, to their bucket. Each process
 * runs it. @throws S3Error for the first file that can't be moved
 */
export async function shareFiles(deps: Pick<Deps, 'db' | 'env' | 'files' | 'now'>): Promise<void> {
  const { env, files } = deps
  if (files.shared === null || env.storage === null) return
  const { failure } = await moveToBucket(deps, env.storage.text, [finishedVideoFiles, finishedPictures])
  if (failure !== null) throw failure
}
