import { existsSync } from 'node:fs'
import { mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderPlace } from '#server/backup-config.ts'
import { noAccessText, noFolderText } from '#server/backup-folder.ts'
import { syncToDisk } from '#server/db/snapshot.ts'
import { DiskFullError, type DiskSpace } from '#server/disk-space.ts'
import { BackupError } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

/** The folder must exist: a disk that isn't connected must not fill the one below. */
export function folderStore({ text }: FolderPlace, space: DiskSpace): BackupStore {
  const pathOf = (name: string) => join(text, name)

  async function* filesBelow(name: string): AsyncGenerator<string> {
    const directory = await opendir(pathOf(name)).catch(error => {
      if (codeOf(error) === 'ENOENT') return null
      throw explained(error)
    })
    for await (const entry of directory ?? []) {
      const below = `${name}/${entry.name}`
      if (entry.isDirectory()) yield* filesBelow(below)
      else yield below
    }
  }

  const explained = (error: unknown): unknown =>
    ['EROFS', 'EACCES', 'EPERM'].includes(String(codeOf(error)))
      ? new BackupError(noAccessText(text, String(codeOf(error))), { cause: error })
      : error

  const requireFolder = () => {
    if (!existsSync(text)) throw new BackupError(noFolderText(text))
  }

  return {
    text,
    async *list(folder) {
      requireFolder()
      yield* filesBelow(folder)
    },
    async read(name) {
      requireFolder()
      try {
        return await Bun.file(pathOf(name)).bytes()
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw explained(error)
      }
    },
    async write(name, bytes) {
      requireFolder()
      const path = pathOf(name)
      const part = `${path}.part`
      try {
        space.require(text, bytes.byteLength)
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        if (made !== undefined) syncToDisk(dirname(made))
        const file = await open(part, 'w', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
        syncToDisk(dirname(path))
      } catch (error) {
        // Fails where the folder is read-only, too.
        await rm(part, { force: true }).catch(() => {})
        const isFull = error instanceof DiskFullError || codeOf(error) === 'ENOSPC'
        if (!isFull) throw explained(error)
        const details = error instanceof DiskFullError ? ` ${error.details}.` : ''
        throw new BackupError(
          `The disk of ${text} is full.${details} Free some space there, or name another place in BACKUP_TO.`,
          { cause: error },
        )
      }
    },
    remove: name => rm(pathOf(name), { force: true }),
  }
}
