import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type } from 'arktype'
import type { BackupPlace } from '#server/backup-config.ts'
import { oldResticText } from '#server/backup-faults.ts'
import { uploadsName } from '#server/data-dir.ts'
import { OperatorError } from '#server/operator-error.ts'
import { s3Client } from '#server/storage/s3/s3-client.ts'
import { temporaryNames } from './backup-format.ts'

export interface ResticOptions {
  place: BackupPlace
  /** The program. */
  restic: string
  passphrase: string | null
  /** Directory of the cache, or null to read everything from the place. */
  cache?: string | null
  /** Directory for temporary files instead of /tmp, which may be memory. */
  scratch?: string
  signal?: AbortSignal | undefined
}

/** A backup at a place. */
export interface Snapshot {
  /** `1a2b3c4d` */
  name: string
  /** Milliseconds since 1970. */
  at: number
}

export interface BackupResult {
  name: string
  files: number
  /** Bytes that were not there before. */
  storedBytes: number
}

const snapshotsSchema = type({ short_id: 'string', time: 'string' }).array()
const sizeSchema = type({ total_size: 'number' })
const summarySchema = type({
  message_type: "'summary'",
  snapshot_id: 'string',
  total_files_processed: 'number',
  data_added: 'number',
})
const problemSchema = type({ message_type: "'error'", item: 'string' })

/** The same on every machine: restic compares with and removes snapshots by host. */
const host = 'reelstake'
const retention = ['--keep-daily', '7', '--keep-weekly', '4', '--keep-monthly', '12']
/** A snapshot exists, but files couldn't be read. */
const incomplete = 3

/** Returns the snapshots, newest first. @throws OperatorError */
export async function listSnapshots(options: ResticOptions): Promise<Snapshot[]> {
  await requirePlace(options.place)
  const result = await run(options, ['snapshots', '--json', '--host', host])
  if (isMissing(result)) return []
  if (result.code !== 0) throw failure(options.place, result)
  return snapshotsSchema
    .assert(JSON.parse(result.out) ?? [])
    .map(({ short_id: name, time }) => ({ name, at: Date.parse(time) }))
    .sort((a, b) => b.at - a.at)
}

/**
 * Stores `db/` of `copy`, a folder in `dataDir`, and the uploads; makes the repository the first time.
 * @throws OperatorError also for files that can't be read: the backup lacks them
 */
export async function storeSnapshot(
  options: ResticOptions,
  { dataDir, copy, now }: { dataDir: string; copy: string; now: number },
): Promise<BackupResult> {
  const { place } = options
  await requirePlace(place)
  const uploads = join(dataDir, uploadsName)
  const status = lstatSync(uploads, { throwIfNoEntry: false })
  if (status?.isSymbolicLink())
    throw new OperatorError(
      `${uploads} is a link, which restic doesn't follow. Mount its disk there instead.`,
    )
  const base = uploads.replace(/[*?[\]\\]/g, '\\$&')
  const command = [
    ...['backup', '--json', '--host', host, '--time'],
    new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    ...temporaryNames.flatMap(name => ['--exclude', `${base}/${name}`]),
    'db',
    ...(status ? [`../${uploadsName}`] : []),
  ]
  let result = await run(options, command, { cwd: copy })
  if (isMissing(result)) {
    await runOrThrow(options, ['init'])
    result = await run(options, command, { cwd: copy })
  }
  const { code, out, err } = result
  if (code !== 0 && code !== incomplete) throw failure(place, result)
  const unread = linesOf(err, problemSchema).find(({ item }) => existsSync(item))
  if (unread)
    throw new OperatorError(`restic couldn't read ${unread.item}. The backup at ${place.text} lacks it.`)
  const [summary] = linesOf(out, summarySchema)
  if (summary === undefined) throw failure(place, result)
  const { snapshot_id: name, total_files_processed: files, data_added: storedBytes } = summary
  return { name: name.slice(0, 8), files, storedBytes }
}

/** @throws OperatorError */
export const removeOldSnapshots = (options: ResticOptions) =>
  runOrThrow(options, ['forget', '--host', host, '--group-by', '', ...retention, '--prune'])

/** @returns bytes of all files @throws OperatorError */
export async function sizeOf(options: ResticOptions, name: string): Promise<number> {
  const out = await runOrThrow(options, ['stats', '--json', '--mode', 'restore-size', name])
  return sizeSchema.assert(JSON.parse(out)).total_size
}

/** @param folder default: everything @throws OperatorError */
export const restoreSnapshot = (options: ResticOptions, name: string, into: string, folder?: string) =>
  runOrThrow(options, [
    ...['restore', name, '--target', into],
    ...(folder === undefined ? [] : ['--include', `/${folder}`]),
  ])

/** Reads every file, and writes none. @throws OperatorError for a damaged one */
export const readSnapshot = (options: ResticOptions, name: string) =>
  runOrThrow(options, ['dump', name, '/'], 'ignore')

/** Fails early: restic's own attempts take minutes. @throws OperatorError */
async function requirePlace(place: BackupPlace): Promise<void> {
  if (place.kind === 's3') await s3Client(place, { pausesMs: [1000, 5000] }).ping()
}

interface Result {
  /** Null if killed. */
  code: number | null
  out: string
  err: string
}

/** Returns whether the place has no repository yet. */
const isMissing = ({ code, err }: Result) => code === 10 || err.includes('Is there a repository at')

async function runOrThrow(
  options: ResticOptions,
  args: string[],
  stdout: 'pipe' | 'ignore' = 'pipe',
): Promise<string> {
  const result = await run(options, args, { stdout })
  if (result.code !== 0) throw failure(options.place, result)
  return result.out
}

/** Milliseconds between attempts: a process whose server was killed holds its lock until it ends. */
const lockPausesMs = [0, 1000, 2000, 5000, 10_000]

/** Runs restic, and retries after removing the locks of killed processes. */
async function run(
  options: ResticOptions,
  args: string[],
  { cwd = '/', stdout = 'pipe' }: { cwd?: string; stdout?: 'pipe' | 'ignore' } = {},
): Promise<Result> {
  let result = await runOnce(options, args, cwd, stdout)
  for (const pause of lockPausesMs) {
    if (!result.err.includes('already locked')) return result
    await Bun.sleep(pause)
    await runOnce(options, ['unlock'], cwd, stdout)
    result = await runOnce(options, args, cwd, stdout)
  }
  return result
}

async function runOnce(
  { place, restic, passphrase, cache = null, scratch, signal }: ResticOptions,
  args: string[],
  cwd: string,
  stdout: 'pipe' | 'ignore',
): Promise<Result> {
  const child = Bun.spawn(
    [
      ...parentDeathSignal(),
      restic,
      ...(cache === null ? ['--no-cache'] : ['--cache-dir', cache, '--cleanup-cache']),
      ...(passphrase === null ? ['--insecure-no-password'] : []),
      ...args,
    ],
    {
      cwd,
      env: { ...environment(place, passphrase), ...(scratch !== undefined && { TMPDIR: scratch }) },
      stdio: ['ignore', stdout, 'pipe'],
      killSignal: 'SIGTERM',
      ...(signal && { signal }),
    },
  )
  const [out, err] = await Promise.all([
    child.stdout instanceof ReadableStream ? new Response(child.stdout).text() : '',
    new Response(child.stderr).text(),
  ])
  await child.exited
  signal?.throwIfAborted()
  return { code: child.exitCode, out, err }
}

function parentDeathSignal(): string[] {
  const setpriv = Bun.which('setpriv')
  return setpriv === null ? [] : [setpriv, '--pdeathsig', 'TERM', '--']
}

/** Secrets go through the environment: arguments are seen by every user of the machine. */
function environment(place: BackupPlace, passphrase: string | null): Record<string, string | undefined> {
  const variables = Object.entries(process.env).filter(([name]) => !/^(AWS|BACKUP|RESTIC|S3)_/.test(name))
  return {
    ...Object.fromEntries(variables),
    // Days, weeks and months of snapshots.
    TZ: 'UTC',
    // Less memory for more time.
    GOGC: '25',
    ...(passphrase !== null && { RESTIC_PASSWORD: passphrase }),
    ...repositoryOf(place),
  }
}

function repositoryOf(place: BackupPlace): Record<string, string> {
  if (place.kind === 'folder') return { RESTIC_REPOSITORY: place.text }
  const { bucket, prefix, credentials } = place
  const { accessKeyId = '', secretAccessKey = '', sessionToken, region, endpoint } = credentials
  const server = endpoint ?? `https://s3.${region === undefined ? '' : `${region}.`}amazonaws.com`
  return {
    RESTIC_REPOSITORY: `s3:${server.replace(/\/$/, '')}/${bucket}/${prefix}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
    ...(region !== undefined && { AWS_DEFAULT_REGION: region }),
  }
}

function linesOf<T>(text: string, schema: (line: unknown) => T | type.errors): T[] {
  return text.split('\n').flatMap(line => {
    if (!line.startsWith('{')) return []
    const value = schema(JSON.parse(line))
    return value instanceof type.errors ? [] : [value]
  })
}

/** Returns the error, with one line of restic's output. */
function failure({ text }: BackupPlace, { err }: Result): OperatorError {
  if (err.includes('wrong password'))
    return new OperatorError(
      `The passphrase doesn't open the backups at ${text}. Set BACKUP_PASSPHRASE to the one of these backups.`,
    )
  if (err.includes('unknown flag: --insecure-no-password')) return new OperatorError(oldResticText)
  const message = /(?:Fatal|fatal error): ([^\n"]+)/.exec(err)?.[1] ?? err.trim().split('\n').at(-1) ?? ''
  return new OperatorError(`restic failed at ${text}: ${message.slice(0, 300)}`)
}
