import { join } from 'node:path'
import { parseEnv } from '#server/env.ts'
import { runBackup } from '#server/site/backups/run-backup.ts'
import { backUp } from '#server/site/backups/write-archive.ts'
import { type Command, fileCommand, formatBytes, runAsProcess, uploadsIn } from './command-line.ts'

const usage = `Usage: bun run backup FILE
       bun run backup             with BACKUP_TO set

Writes database, keys, site password and uploads into FILE (.tar.gz), or to BACKUP_TO, also while the server runs.`

const root = join(import.meta.dir, '../../..')

const skipText = (name: string) => `Skipped, because it is not a regular file: ${name}`

const backUpToFile = fileCommand(usage, [], async ({ file }, { print, complain }, signal) => {
  const buckets = parseEnv(process.env, root)
  const { dataDir, databaseUrl, minFreeMb } = buckets
  const { manifest, size, leftOut } = await backUp({
    dataDir,
    databaseUrl,
    file,
    now: new Date(),
    minFreeMb,
    buckets,
    signal,
  })
  for (const name of leftOut) complain(skipText(name))
  print(
    `${file}: the database, ${uploadsIn(manifest)}, ${formatBytes(size)}. Keep it private: it contains the keys.`,
  )
})

export const main: Command = async (args, terminal, signal) => {
  const env = args.length === 0 ? parseEnv(process.env, root) : null
  if (!env?.backups) return backUpToFile(args, terminal, signal)
  const { backups: config } = env
  const backup = await runBackup({ env, config, now: Date.now, signal })
  const privacy = config.passphrase === null ? ' Keep it private: it contains the keys.' : ''
  const others = backup.files - 1
  terminal.print(
    `${backup.name} at ${config.place.text}: the database and ${others} other ${others === 1 ? 'file' : 'files'}, ${formatBytes(backup.storedBytes)} new.${privacy}`,
  )
  return 0
}

if (import.meta.main) await runAsProcess(main)
