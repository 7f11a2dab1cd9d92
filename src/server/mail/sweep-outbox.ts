import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '#server/db/disk-errors.ts'
import { outboxOf } from './mailer.ts'

/** Removes files that were written before a time in milliseconds since 1970. @returns how many */
export async function sweepOutbox(dataDir: string, writtenBefore: number): Promise<number> {
  const directory = outboxOf(dataDir)
  const files = await unlessMissing(opendir(directory), null)
  let count = 0
  for await (const { name } of files ?? []) {
    if (!/\.eml(\.part)?$/.test(name)) continue
    const path = join(directory, name)
    const file = await stat(path).catch(() => null)
    if (file === null || file.mtimeMs >= writtenBefore) continue
    await rm(path, { force: true })
    count += 1
  }
  return count
}
