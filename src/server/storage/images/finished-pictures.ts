import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageId, isId } from '#contract/ids.ts'
import type { FinishedFiles } from '#server/storage/file-storage/index.ts'
import { pictureFile } from './image-store.ts'
import { knownImages } from './images.queries.ts'

/** Pictures on the disk that have a row. */
export const finishedPictures: FinishedFiles = async function* ({ db, env }) {
  const names = await readdir(join(env.dataDir, 'uploads', 'images')).catch((): string[] => [])
  const ids = names
    .filter(name => name.endsWith('.webp'))
    .map(name => name.slice(0, -'.webp'.length))
    .filter((id): id is ImageId => isId<'image'>(id))
  const rows = await knownImages(db, ids)
  for (const id of ids) if (rows.has(id)) yield { path: pictureFile(id), owner: id }
}
