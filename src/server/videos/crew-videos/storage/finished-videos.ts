import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isId, type VideoId } from '#contract/ids.ts'
import type { FinishedFiles } from '#server/storage/file-storage/index.ts'
import { pathOf } from './disk-storage.ts'
import { idsWithFiles } from './sweep.queries.ts'
import { fileNames } from './video-storage.ts'

/** Files on the disk that nothing changes any more. */
export const finishedVideoFiles: FinishedFiles = async function* ({ db, env }) {
  const directory = join(env.dataDir, 'uploads', 'videos', 'stored')
  const ids = (await readdir(directory).catch((): string[] => [])).filter((id): id is VideoId =>
    isId<'video'>(id),
  )
  const withRow = await idsWithFiles(db, ids)
  for (const id of ids.filter(id => withRow.has(id))) {
    const names = await readdir(join(directory, id)).catch((): string[] => [])
    for (const name of fileNames) if (names.includes(name)) yield { path: pathOf(id, name), owner: id }
  }
}
