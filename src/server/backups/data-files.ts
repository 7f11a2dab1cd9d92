import { constants, statSync } from 'node:fs'
import { type FileHandle, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, isTemporary } from './backup-format.ts'

export const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Paths relative to `base`, without temporary files. */
export async function* filesBelow(
  base: string,
  name: string,
): AsyncGenerator<{ name: string; isFile: boolean }> {
  const directory = await opendir(join(base, name)).catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for await (const entry of directory ?? []) {
    const path = `${name}/${entry.name}`
    if (isTemporary(path)) continue
    if (entry.isDirectory()) yield* filesBelow(base, path)
    else yield { name: path, isFile: entry.isFile() }
  }
}

/** A link may have replaced the file. Null: the file is gone. */
export const openRegular = (path: string): Promise<FileHandle | null> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** The first `size` bytes of a file that may be growing, in chunks of `chunkSize`. @throws BackupError */
export async function* chunksOf(
  handle: FileHandle,
  path: string,
  size: number,
  chunkSize: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < size; ) {
    const chunk = new Uint8Array(Math.min(chunkSize, size - at))
    for (let filled = 0; filled < chunk.byteLength; ) {
      const { bytesRead } = await handle.read(chunk, filled, chunk.byteLength - filled, at + filled)
      if (bytesRead === 0)
        throw new BackupError(`${path} became shorter while it was read. Please try again.`)
      filled += bytesRead
    }
    at += chunk.byteLength
    yield chunk
  }
}
