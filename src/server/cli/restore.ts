import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { iso } from '#contract/iso.ts'
import { type BackupPlace, backupPassphrase, backupPlace, resticSetting } from '#server/backup-config.ts'
import { noResticText, resticPath } from '#server/backup-faults.ts'
import { parseEnv } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import { listSnapshots } from '#server/site/backups/restic.ts'
import { restore, restoreFromRepository } from '#server/site/backups/restore-backup.ts'
import type { RestoreOptions, RestoreResult } from '#server/site/backups/restore-data.ts'
import { listArchives } from '#server/site/backups/scheduled-archives.ts'
import { isS3 } from '#server/storage/s3/s3-place.ts'
import {
  type Command,
  fileCommand,
  hasUploads,
  runAsProcess,
  type Terminal,
  uploadsIn,
} from './command-line.ts'

const usage = `Usage: bun run restore FILE [--force]
       bun run restore FOLDER|s3://BUCKET/PREFIX [NAME] [--force]
       bun run restore FOLDER|s3://BUCKET/PREFIX --list

Restores the data of a backup into DATA_DIR, or into the database of DATABASE_URL. Stop the server first.
With --force, existing data are moved to db.before-restore-<time>. From a place of BACKUP_TO it restores the newest
backup, or the one named; BACKUP_PASSPHRASE opens encrypted ones. Files in the bucket of STORAGE stay there.`

const restoreFile = fileCommand(usage, ['--force'], async ({ file, flags }, terminal, signal) => {
  const options = optionsFor(flags)
  report(await restore({ ...options, file, signal }), options, terminal)
})

function optionsFor(flags: ReadonlySet<string>): RestoreOptions {
  const { dataDir, databaseUrl, minFreeMb } = parseEnv(process.env, root)
  return { dataDir, databaseUrl, force: flags.has('--force'), now: new Date(), minFreeMb }
}

function report(
  { manifest, aside, finishedEarlier }: RestoreResult,
  { dataDir, databaseUrl }: RestoreOptions,
  { print }: Terminal,
): void {
  if (finishedEarlier) print('First finished an interrupted restore.')
  const target = databaseUrl ? `the database of DATABASE_URL and ${dataDir}` : dataDir
  print(`Restored the data of ${manifest.createdAt} with ${uploadsIn(manifest)} to ${target}.`)
  if (databaseUrl && hasUploads(manifest))
    print(
      'Move the uploaded files to the bucket before you start a server: bun run admin move-storage --to s3',
    )
  if (aside !== null) print(`The previous data are in ${aside}; delete them when everything works.`)
}

/** Restores one backup of a place, or the newest. @returns exit code */
async function restorePlace(
  [value = '', ...args]: readonly string[],
  terminal: Terminal,
  signal: AbortSignal | undefined,
): Promise<number> {
  const flags = new Set(args.filter(arg => arg.startsWith('-')))
  const [name, ...rest] = args.filter(arg => !arg.startsWith('-'))
  if (rest.length > 0 || !flags.isSubsetOf(new Set(['--force', '--list']))) {
    terminal.complain(usage)
    return 2
  }
  const place = backupPlace(process.env, value)
  const backups = await listStored(place, signal)
  const [newest] = backups
  if (newest === undefined)
    throw new OperatorError(
      `There is no backup at ${place.text}. Check the name of the place. Backups of version 0.1.0 are restored by that version: see docs/self-hosting/backups.md.`,
    )
  for (const backup of backups) terminal.print(backup.text)
  if (flags.has('--list')) return 0
  const backup = name === undefined ? newest : backups.find(backup => backup.name === name)
  if (backup === undefined)
    throw new OperatorError(
      `There is no backup ${name} at ${place.text}. Choose one of: ${backups.map(({ name }) => name).join(', ')}.`,
    )
  terminal.print(`Restoring ${backup.name}.`)
  const options = { ...optionsFor(flags), signal }
  report(await backup.restore(options), options, terminal)
  return 0
}

interface StoredBackup {
  name: string
  /** Text of the backup in a list. */
  text: string
  restore(options: RestoreOptions): Promise<RestoreResult>
}

/** Returns the backups at the place, newest first. */
async function listStored(place: BackupPlace, signal: AbortSignal | undefined): Promise<StoredBackup[]> {
  if (place.kind === 'folder' && !existsSync(join(place.text, 'config')))
    return listArchives(place).map(({ name, file }) => ({
      name,
      text: name,
      restore: options => restore({ ...options, file }),
    }))
  const setting = { resticPath: resticSetting(process.env) }
  const restic = resticPath(setting)
  if (restic === null) throw new OperatorError(noResticText(place, setting))
  const passphrase = backupPassphrase(process.env)
  const repository = { place, restic, passphrase, signal }
  return (await listSnapshots(repository)).map(snapshot => ({
    name: snapshot.name,
    text: `${snapshot.name}  ${iso(snapshot.at)}`,
    restore: options => restoreFromRepository({ ...options, repository, snapshot }),
  }))
}

const isPlace = (value: string) => isS3(value) || statSync(value, { throwIfNoEntry: false })?.isDirectory()

export const main: Command = async (args, terminal, signal) => {
  const first = args.find(arg => !arg.startsWith('-'))
  if (first === undefined || args.includes('--help') || args.includes('-h') || !isPlace(first))
    return restoreFile(args, terminal, signal)
  return restorePlace([first, ...args.filter(arg => arg !== first)], terminal, signal)
}

const root = join(import.meta.dir, '../../..')

if (import.meta.main) await runAsProcess(main)
