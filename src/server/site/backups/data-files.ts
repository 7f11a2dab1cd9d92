import { constants, statSync } from 'node:fs'
import { type FileHandle, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName, refuseInterruptedRestore, refuseMoved } from '#server/data-dir.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import { OperatorError } from '#server/operator-error.ts'
import { chunkSize, isTemporary } from './backup-format.ts'

export const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Paths relative to `base`, without temporary files. */
export async function* filesBelow(
  base: string,
  name: string,
): AsyncGenerator<{ name: string; isFile: boolean }> {
  const directory = await unlessMissing(opendir(join(base, name)), null)
  for await (const entry of directory ?? []) {
    const path = `${name}/${entry.name}`
    if (isTemporary(path)) continue
    if (entry.isDirectory()) yield* filesBelow(base, path)
    else yield { name: path, isFile: entry.isFile() }
  }
}

/** @throws OperatorError when it can't be backed up */
export function requireDatabase(dataDir: string): string {
  refuseInterruptedRestore(dataDir)
  refuseMoved(dataDir)
  const path = join(dataDir, databaseName)
  // Throws where this user may not look.
  if (statSync(path, { throwIfNoEntry: false })) return path
  throw new OperatorError(`There is no database at ${path}. Start the server once, or set DATA_DIR.`)
}

/** Opens a file, or returns null if it is gone. Fails if a link has replaced it. */
export const openRegular = (path: string): Promise<FileHandle | null> =>
  unlessMissing(open(path, constants.O_RDONLY | constants.O_NOFOLLOW), null)

/** The first `size` bytes of a file that may be growing, in chunks. @throws OperatorError */
export async function* chunksOf(
  handle: FileHandle,
  path: string,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < size; ) {
    const chunk = new Uint8Array(Math.min(chunkSize, size - at))
    for (let offset = 0; offset < chunk.byteLength; ) {
      const { bytesRead } = await handle.read(chunk, offset, chunk.byteLength - offset, at + offset)
      if (bytesRead === 0)
        throw new OperatorError(`${path} became shorter while it was read. Please try again.`)
      offset += bytesRead
    }
    at += chunk.byteLength
    yield chunk
  }
}
