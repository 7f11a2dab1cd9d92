import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AdminStorage } from '#contract/admin.ts'
import type { Db } from '#server/db/connection.ts'
import { diskOf } from '#server/disk-space.ts'
import type { Env } from '#server/env.ts'
import { sumStorage } from './admin.queries.ts'

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export async function readStorage({ db, env }: { db: Db; env: Env }): Promise<AdminStorage> {
  const { videos, pictures } = await sumStorage(db)
  const file = join(env.dataDir, 'db', 'reelstake.sqlite')
  return {
    kinds: [
      { id: 'videos', name: 'Videos, as uploaded', ...videos },
      { id: 'pictures', name: 'Pictures', ...pictures },
      { id: 'database', name: 'Database', files: null, bytes: bytesOf(file) },
      { id: 'journal', name: 'Write-ahead log', files: null, bytes: bytesOf(`${file}-wal`) },
    ],
    freeBytes: diskOf(env.dataDir).free,
  }
}
