import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { day } from '#contract/time.ts'
import { backupConfig } from '#server/backup-config.ts'
import { backupFault, isOnDataDisk, resticPath } from '#server/backup-faults.ts'
import { statesInFile } from '#server/backup-state.ts'
import { appliedMigrations, migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { loadKeys } from '#server/keys.ts'
import { secretFiles } from '#server/secret-store.ts'
import { s3Settings } from '#server/storage/s3/s3-place.ts'
import { migrations } from '../../../../db/migrations/index.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { addFunding, addScene, addUser } from '../../../../tests/support/factories.ts'
import { makeRandom } from '../../../../tests/support/random.ts'
import { addNewerMigration } from '../../../../tests/support/raw-sql.ts'
import {
  emptyRepository,
  repositoryPassphrase as passphrase,
} from '../../../../tests/support/restic-repository.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { failure, S3Double } from '../../../../tests/support/s3-double.ts'
import { makeDataDir, startServer, withDatabase } from '../../../../tests/support/server.ts'
import { until } from '../../../../tests/support/until.ts'
import { holdBackups } from './hold-data.ts'
import { listSnapshots, type ResticOptions } from './restic.ts'
import { restore, restoreFromRepository } from './restore-backup.ts'
import { proveBackup, runBackup } from './run-backup.ts'
import { listArchives } from './scheduled-archives.ts'

setDefaultTimeout(120_000)

const root = join(import.meta.dir, '../../../..')
const start = Date.parse('2026-06-03T03:30:00Z')

/** Changes that the tests make to stored bytes without the program. */
interface Objects {
  names(): string[]
  get(name: string): Uint8Array
  set(name: string, bytes: Uint8Array<ArrayBuffer>): void
  remove(name: string): void
}

interface Place {
  to: string
  env: Record<string, string>
  objects: Objects
}

function makeFolder(prefix = 'reelstake-backups-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterTest(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function folderPlace(folder = makeFolder()): Place {
  const path = (name: string) => join(folder, name)
  return {
    to: folder,
    env: {},
    objects: {
      names: () =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
          .sort(),
      get: name => readFileSync(path(name)),
      // Replaced as a whole: restic's files are read-only.
      set: (name, bytes) => {
        rmSync(path(name), { force: true })
        mkdirSync(dirname(path(name)), { recursive: true })
        writeFileSync(path(name), bytes)
      },
      remove: name => unlinkSync(path(name)),
    },
  }
}

function s3Place(): Place & { s3: S3Double } {
  const s3 = new S3Double()
  afterTest(() => s3.stop())
  const key = (name: string) => `site/backups/${name}`
  return {
    to: `s3://${s3.bucket}/site/backups`,
    env: s3.env,
    s3,
    objects: {
      names: () => [...s3.objects.keys()].map(name => name.slice(key('').length)).sort(),
      get: name => s3.objects.get(key(name)) ?? new Uint8Array(),
      set: (name, bytes) => void s3.objects.set(key(name), bytes),
      remove: name => void s3.objects.delete(key(name)),
    },
  }
}

function withRepository<T extends Place>(place: T): T {
  for (const [name, content] of emptyRepository) place.objects.set(name, content)
  return place
}

const places: [string, () => Place][] = [
  ['a folder', folderPlace],
  ['S3', s3Place],
]

function put(dataDir: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dataDir, name)), { recursive: true })
  writeFileSync(join(dataDir, name), content)
}

async function makeSite(videoBytes = 100_000): Promise<string> {
  const dataDir = await makeDataDir(async db => {
    const { entry } = await addScene(db)
    await addFunding(db, { entry_id: entry, backer_id: await addUser(db) })
  })
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
  await loadKeys(secretFiles(join(dataDir, 'db')))
  put(dataDir, 'db/site-password', 'abcd-efgh-jkmn\n')
  chmodSync(join(dataDir, 'db/site-password'), 0o600)
  put(dataDir, 'uploads/images/a.webp', 'a picture')
  const random = makeRandom(1)
  const video = Uint8Array.from({ length: videoBytes }, () => Math.floor(random() * 256))
  put(dataDir, 'uploads/videos/stored/x/original', video)
  put(dataDir, 'uploads/videos/stored/y/same', video)
  put(dataDir, 'uploads/empty', '')
  return dataDir
}

const noBuckets = { s3: s3Settings({}), backupBucketFiles: true }

function optionsFor(
  dataDir: string,
  { to, env }: Pick<Place, 'to' | 'env'>,
  settings: Record<string, string> = { BACKUP_PASSPHRASE: passphrase },
) {
  const config = backupConfig({ BACKUP_TO: to, ...env, ...settings }, '/', dataDir)
  if (config === null) throw new Error('no BACKUP_TO')
  return { env: { ...noBuckets, dataDir, databaseUrl: null, minFreeMb: 0 }, config, now: () => start }
}

type Options = ReturnType<typeof optionsFor>

function storedBy({ config }: Options): ResticOptions {
  const restic = resticPath(config)
  if (restic === null) throw new Error('this test needs restic: apt-get install restic')
  return { place: config.place, passphrase: config.passphrase, restic }
}

const snapshotsOf = (options: Options) => listSnapshots(storedBy(options))

async function restoreNewest(options: Options, dataDir = makeFolder('reelstake-restored-')): Promise<string> {
  const [snapshot] = await snapshotsOf(options)
  if (snapshot === undefined) throw new Error('no backup')
  const repository = storedBy(options)
  await restoreFromRepository({
    dataDir,
    repository: repository,
    snapshot,
    force: true,
    now: new Date(start),
  })
  return dataDir
}

const ownFiles = (dataDir: string) =>
  Object.fromEntries(
    ['uploads', 'db/keys', 'db/site-password'].flatMap(name => {
      const path = join(dataDir, name)
      const files = statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter(entry => entry.isFile())
            .map(entry => join(entry.parentPath, entry.name))
        : [path]
      return files.map(file => [
        file.slice(dataDir.length),
        [
          new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex'),
          statSync(file).mode & 0o777,
        ],
      ])
    }),
  )

const message = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    error => String(error.message),
  )

const flip = (bytes: Uint8Array, at: number) => {
  const copy = new Uint8Array(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const packs = ({ objects }: Place) => objects.names().filter(name => name.startsWith('data/'))

describe.each(places)('backups in %s', (_, makePlace) => {
  test('that are damaged, or whose passphrase is another, are told in one line, not proven, and restore nothing', async () => {
    const dataDir = await makeSite()
    const place = withRepository(makePlace())
    const options = optionsFor(dataDir, place)
    const wrong = optionsFor(dataDir, place, { BACKUP_PASSPHRASE: 'incorrect horse battery' })
    expect(await message(proveBackup(options))).toBe(`There is no backup at ${place.to}. Run: bun run backup`)
    await runBackup(options)
    for (const work of [restoreNewest, proveBackup, runBackup])
      expect(await message(work(wrong))).toBe(
        `The passphrase doesn't open the backups at ${place.to}. Set BACKUP_PASSPHRASE to the one of these backups.`,
      )
    const { objects } = place
    const sizeOf = (name: string) => objects.get(name).length
    const pack = packs(place).reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
    objects.set(pack, flip(objects.get(pack), 5000))
    const target = makeFolder()
    for (const reason of [
      await message(proveBackup(options)),
      await message(restoreNewest(options, target)),
    ]) {
      expect(reason).toStartWith(`restic failed at ${place.to}: `)
      expect(reason).not.toContain('\n')
    }
    expect(readdirSync(target, { recursive: true }).filter(name => name !== 'db')).toEqual([])
    expect(await statesInFile(dataDir).read(options.config.place)).toMatchObject({
      lastProven: null,
      lastProofFailure: { at: start, reason: expect.stringContaining('restic failed') },
    })
  })

  test('are encrypted, proven, and restored on another machine with what belongs to a backup', async () => {
    const dataDir = await makeSite(3_000_000)
    const place = makePlace()
    const options = optionsFor(dataDir, place)
    for (const name of ['videos/scratch/half', 'images/b.part', 'images/.hidden'])
      put(dataDir, `uploads/${name}`, 'unfinished')
    put(dataDir, 'db/outbox/mail.eml', 'a mail')
    symlinkSync('/etc/passwd', join(dataDir, 'uploads/link'))
    const { name, files } = await runBackup(options)
    expect(files).toBe(1 + Object.keys(ownFiles(dataDir)).length - 3)
    expect(await proveBackup(options)).toBe(name)
    const state = await statesInFile(dataDir).read(options.config.place)
    expect(state).toMatchObject({
      lastSuccess: { at: start, name },
      lastProven: { at: start, name },
      failures: 0,
    })
    const restoredDir = await restoreNewest(options)
    for (const name of ['videos/scratch', 'images/b.part', 'images/.hidden'])
      rmSync(join(dataDir, `uploads/${name}`), { recursive: true })
    expect(ownFiles(restoredDir)).toEqual(ownFiles(dataDir))
    expect(readdirSync(join(restoredDir, 'uploads')).sort()).toEqual(['empty', 'images', 'videos'])
    const locks = ['backup.lock', 'server.lock']
    expect(readdirSync(join(restoredDir, 'db')).sort()).toEqual(
      [...locks, 'keys', 'reelstake.sqlite', 'site-password'].sort(),
    )
    const users = (dir: string) => withDatabase(dir, db => db.selectFrom('users').selectAll().execute())
    expect(await users(restoredDir)).toEqual(await users(dataDir))
    const objects = place.objects.names().map(name => Buffer.from(place.objects.get(name)))
    expect(objects.some(bytes => bytes.includes('a picture'))).toBe(false)
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
  })

  test('store the same content once, and changed files', async () => {
    const dataDir = await makeSite(3_000_000)
    const place = withRepository(makePlace())
    const options = optionsFor(dataDir, place)
    const { size } = statSync(join(dataDir, 'db/reelstake.sqlite'))
    expect((await runBackup(options)).storedBytes - size).toBeLessThan(3_100_000)
    appendFileSync(join(dataDir, 'uploads/images/a.webp'), ' that changed')
    expect((await runBackup({ ...options, now: () => start + day })).storedBytes).toBeLessThan(100_000)
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })
})

test('backups of the last 7 days, 4 weeks and 12 months are kept, and parts go with the last backup that needs them', async () => {
  const dataDir = await makeSite()
  const place = withRepository(folderPlace())
  const options = optionsFor(dataDir, place)
  await runBackup(options)
  const bytes = () => packs(place).reduce((sum, name) => sum + place.objects.get(name).length, 0)
  const withVideo = bytes()
  rmSync(join(dataDir, 'uploads/videos'), { recursive: true })
  const names = async () =>
    (await snapshotsOf(options)).map(({ at }) => new Date(at).toISOString().slice(0, 10))
  // A Wednesday: the first backup is the newest one of no later week or month.
  for (let days = 1; days <= 6; days += 1) await runBackup({ ...options, now: () => start + days * day })
  expect(await names()).toContain('2026-06-03')
  await runBackup({ ...options, now: () => start + 7 * day })
  expect(await names()).not.toContain('2026-06-03')
  expect(bytes()).toBeLessThan(withVideo)
  await runBackup({ ...options, now: () => start + 60 * day })
  await runBackup({ ...options, now: () => start + 400 * day })
  expect(await names()).toEqual([
    '2027-07-08',
    '2026-08-02',
    ...['10', '09', '08', '07', '06'].map(date => `2026-06-${date}`),
  ])
})

test('uploads behind a link are refused, since restic stores the link alone', async () => {
  const dataDir = await makeSite()
  const elsewhere = makeFolder()
  renameSync(join(dataDir, 'uploads'), join(elsewhere, 'uploads'))
  symlinkSync(join(elsewhere, 'uploads'), join(dataDir, 'uploads'))
  expect(await message(runBackup(optionsFor(dataDir, folderPlace())))).toBe(
    `${dataDir}/uploads is a link, which restic doesn't follow. Mount its disk there instead.`,
  )
})

test('with a ledger that does not agree are not proven', async () => {
  const dataDir = await makeSite()
  const options = optionsFor(dataDir, withRepository(folderPlace()))
  await withDatabase(dataDir, db => changeRows(db, 'entries', { current_funding_cents: 1 }))
  await runBackup(options)
  expect(await message(proveBackup(options))).toMatch(
    /^The ledger in the backup .* does not agree in \d+ places/,
  )
})

test('of a newer version are not restored', async () => {
  const dataDir = await makeSite()
  const options = optionsFor(dataDir, withRepository(folderPlace()))
  await withDatabase(dataDir, async (_, database) => void addNewerMigration(database, '2099-01-01-new'))
  const { name } = await runBackup(options)
  expect(await message(restoreNewest(options))).toStartWith(
    `The backup ${name} was made by a newer version (it has the migration 2099-01-01-new).`,
  )
})

async function runScript(env: Record<string, string>, script: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(root, `src/server/cli/${script}.ts`), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', MIN_FREE_MB: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

describe('without restic', () => {
  const off = { RESTIC_PATH: 'off' }

  test('a bucket and a passphrase are refused, and restic is named', async () => {
    const dataDir = await makeSite()
    const [folder, s3] = [folderPlace(), s3Place()]
    const cases: [options: Options, says: string][] = [
      [
        optionsFor(dataDir, s3, off),
        `Backups at ${s3.to} need restic. Remove RESTIC_PATH=off, which turns restic off.`,
      ],
      [
        optionsFor(dataDir, folder, { ...off, BACKUP_PASSPHRASE: passphrase }),
        'BACKUP_PASSPHRASE is set, but only restic encrypts backups. Remove RESTIC_PATH=off, which turns restic off.',
      ],
    ]
    for (const [options, says] of cases) {
      expect(backupFault({ backups: options.config })).toBe(says)
      for (const work of [runBackup, proveBackup]) expect(await message(work(options))).toBe(says)
      expect((await statesInFile(dataDir).read(options.config.place)).lastFailure?.reason).toBe(says)
    }
    const { code, err } = await runScript({ DATA_DIR: makeFolder(), ...s3.env, ...off }, 'restore', s3.to)
    expect([code, err]).toEqual([
      1,
      `Backups at ${s3.to} need restic. Remove RESTIC_PATH=off, which turns restic off.\n`,
    ])
    const missing = await runScript({ DATA_DIR: makeFolder(), ...s3.env, PATH: '' }, 'restore', s3.to)
    expect([missing.code, missing.err]).toEqual([
      1,
      `Backups at ${s3.to} need restic. Install it (apt-get install restic).\n`,
    ])
  })

  test('a folder gets archives, of which the last seven are kept, proven and restored', async () => {
    const dataDir = await makeSite()
    const place = folderPlace()
    const options = optionsFor(dataDir, place, off)
    expect(backupFault({ backups: options.config })).toBeNull()
    expect(await message(proveBackup(options))).toBe(`There is no backup at ${place.to}. Run: bun run backup`)
    for (let days = 0; days < 9; days += 1) await runBackup({ ...options, now: () => start + days * day })
    expect(readdirSync(place.to).sort()).toEqual(
      ['05', '06', '07', '08', '09', '10', '11'].map(date => `reelstake-2026-06-${date}T03-30-00Z.tar.gz`),
    )
    const newest = 'reelstake-2026-06-11T03-30-00Z.tar.gz'
    expect(await proveBackup(options)).toBe(newest)
    const target = makeFolder()
    const run = (...args: string[]) => runScript({ DATA_DIR: target, ...off }, 'restore', place.to, ...args)
    expect((await run('--list')).out).toStartWith(`${newest}\n`)
    expect(await run()).toMatchObject({ code: 0, err: '' })
    expect(ownFiles(target)).toEqual(ownFiles(dataDir))
    appendFileSync(join(place.to, newest), 'more')
    const bytes = readFileSync(join(place.to, newest))
    writeFileSync(join(place.to, newest), flip(bytes, bytes.length >> 1))
    expect(await message(proveBackup(options))).toContain(`${newest} is damaged`)
  })
})

test('without a passphrase, restic before 0.17 is refused, and newer ones are told so', async () => {
  const dataDir = await makeSite()
  const resticOf = (version: string) => {
    const path = join(makeFolder(), 'restic')
    const script = `#!/bin/sh
if [ "$1" = version ]; then echo 'restic ${version} compiled with go'; exit; fi
echo "Fatal: $*" >&2
exit 1
`
    writeFileSync(path, script, { mode: 0o755 })
    return optionsFor(dataDir, folderPlace(), { RESTIC_PATH: path })
  }
  const says =
    'This version of restic encrypts every backup. Set BACKUP_PASSPHRASE, or install restic 0.17 or newer.'
  const old = resticOf('0.16.4')
  expect(backupFault({ backups: old.config })).toBe(says)
  expect(await message(runBackup(old))).toBe(says)
  const recent = resticOf('0.17.0')
  expect(backupFault({ backups: recent.config })).toBeNull()
  expect(await message(runBackup(recent))).toContain('--insecure-no-password')
  const folder = folderPlace()
  writeFileSync(join(folder.to, 'config'), '')
  const refusing = join(makeFolder(), 'restic')
  writeFileSync(refusing, '#!/bin/sh\necho "unknown flag: --insecure-no-password" >&2\nexit 1\n', {
    mode: 0o755,
  })
  const { code, err } = await runScript(
    { DATA_DIR: dataDir, RESTIC_PATH: refusing },
    'restore',
    folder.to,
    '--list',
  )
  expect([code, err]).toEqual([1, `${says}\n`])
})

/** `KILL_SEED` repeats a run. */
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const wantedKills = 3

test('restic’s temporary files are where the next backup deletes those of a killed one', async () => {
  const dataDir = await makeSite()
  const path = join(makeFolder(), 'restic')
  const restic = resticPath(optionsFor(dataDir, folderPlace()).config)
  writeFileSync(path, `#!/bin/sh\n[ -z "$TMPDIR" ] || touch "$TMPDIR/left-over"\nexec ${restic} "$@"\n`, {
    mode: 0o755,
  })
  await runBackup(
    optionsFor(dataDir, withRepository(folderPlace()), { BACKUP_PASSPHRASE: passphrase, RESTIC_PATH: path }),
  )
  expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
})

test(`a backup that is killed leaves the last good one (KILL_SEED=${seed})`, async () => {
  const random = makeRandom(seed)
  const dataDir = await makeSite()
  const place = withRepository(folderPlace())
  const options = { ...optionsFor(dataDir, place), now: Date.now }
  const backUp = () =>
    Bun.spawn([process.execPath, join(root, 'src/server/cli/backup.ts')], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        MIN_FREE_MB: '0',
        BACKUP_TO: place.to,
        BACKUP_PASSPHRASE: passphrase,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const began = performance.now()
  const complete = backUp()
  expect([await complete.exited, await new Response(complete.stderr).text()]).toEqual([0, ''])
  const duration = performance.now() - began
  let kills = 0
  for (let round = 0; kills < wantedKills; round += 1) {
    put(dataDir, `uploads/images/${round}.webp`, new Uint8Array(100_000).fill(round))
    const child = backUp()
    setTimeout(() => child.kill('SIGKILL'), random() * duration)
    await child.exited
    if (child.signalCode === 'SIGKILL') kills += 1
    await proveBackup(options)
  }
  await runBackup(options)
  expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
}, 300_000)

test('a server backs itself up after its start, proves it and says so; restore lists and names what is there', async () => {
  const dataDir = await makeSite()
  const place = withRepository(s3Place())
  const env = { ...place.env, BACKUP_TO: place.to, BACKUP_PASSPHRASE: passphrase }
  const server = await startServer({ DATA_DIR: dataDir, ...env })
  afterTest(() => server.kill())
  expect(server.banner).toMatch(
    / {2}Backups {5}daily at 3:30 \(\S+\) to s3:\/\/marina\/site\/backups, encrypted\n/,
  )
  const metrics = async () => (await fetch(`${server.origin}/metrics`)).text()
  expect(await metrics()).toContain('\nreelstake_backup_age_seconds +Inf\n')
  await until(async () => /proven_age_seconds \d/.test(await metrics()))
  expect(await metrics()).toMatch(/\nreelstake_backup_age_seconds \d/)
  expect(await metrics()).toContain('\nreelstake_backup_failures_total 0\n')

  const run = (script: string, ...args: string[]) => runScript({ DATA_DIR: dataDir, ...env }, script, ...args)
  const status = await run('admin', 'backups')
  const time = String.raw`\d{4}-\d\d-\d\dT\S+Z`
  expect(status.out).toMatch(
    new RegExp(
      `^Backups at ${place.to}, daily at 3:30 \\(\\S+\\)\nLast backup: ${time}\nNext backup: ${time}\nLast proven restore: ${time}\n$`,
    ),
  )
  expect(await run('admin', 'verify-backup')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^[0-9a-f]{8}: every file can be read; database and ledger are restorable\.\n$/,
    ),
  })
  expect((await run('backup')).out).toMatch(
    /^[0-9a-f]{8} at s3:\/\/marina\/site\/backups: the database and 7 other files, /,
  )
  const [newest] = await snapshotsOf(optionsFor(dataDir, place))
  const name = newest?.name ?? ''
  expect((await run('restore', place.to, '--list')).out).toStartWith(`${name}  20`)
  const rejection = await run('restore', place.to)
  expect([rejection.code, rejection.err]).toEqual([
    1,
    `The server is running on ${dataDir}/db/reelstake.sqlite. Stop it first.\n`,
  ])
  const unknown = await run('restore', place.to, 'ffffffff')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringContaining(`There is no backup ffffffff at ${place.to}. Choose one of: ${name}.`),
  ])
  expect((await run('restore', place.to, name, 'more')).code).toBe(2)
  await server.kill()
  const before = ownFiles(dataDir)
  rmSync(join(dataDir, 'uploads/images'), { recursive: true })
  const result = await run('restore', place.to, name, '--force')
  expect([result.code, result.err]).toEqual([0, ''])
  expect(result.out).toContain('with 4 uploaded files')
  expect(ownFiles(dataDir)).toEqual(before)
}, 300_000)

test('a start of a newer version copies the database before its migration', async () => {
  const dataDir = makeFolder()
  mkdirSync(join(dataDir, 'db'))
  const older = Object.fromEntries(Object.entries(migrations).slice(0, 10))
  await withDatabase(dataDir, (db, database) => migrate(database, db, older))
  const server = await startServer({ DATA_DIR: dataDir })
  await server.kill()
  const copies = readdirSync(join(dataDir, 'db')).filter(name => name.includes('.before-migration-'))
  expect(copies).toHaveLength(1)
  const copy = openDatabase(join(dataDir, 'db', copies[0] ?? ''))
  expect(appliedMigrations(copy)).toEqual(Object.keys(older))
  copy.close()
}, 60_000)

/** A file system of its own. */
function mountDisk(options: string): string {
  const mount = mkdtempSync(join(tmpdir(), 'reelstake-disk-'))
  const result = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', mount])
  if (result.exitCode !== 0)
    throw new Error(`this test mounts a disk of its own, as root: ${result.stderr.toString()}`)
  afterTest(() => {
    Bun.spawnSync(['umount', '--lazy', mount])
    rmSync(mount, { recursive: true, force: true })
  })
  return mount
}

test('a restore while a backup runs is refused, and changes nothing', async () => {
  const dataDir = await makeSite()
  const options = optionsFor(dataDir, folderPlace(), { RESTIC_PATH: 'off' })
  await runBackup(options)
  const before = ownFiles(dataDir)
  const [archive] = listArchives({ kind: 'folder', text: options.config.place.text })
  const work = () => restore({ dataDir, file: archive?.file ?? '', force: true, now: new Date(start) })
  const release = holdBackups(dataDir)
  expect(await message(work())).toBe(
    'Another backup, check of one or restore is running. Wait until it has finished.',
  )
  expect(ownFiles(dataDir)).toEqual(before)
  release()
  expect(await message(work())).toBe('it was done')
})

describe('a place without room', () => {
  test('a full disk is told in one line and recorded; the next backup with room succeeds', async () => {
    const mount = mountDisk('size=80m')
    const dataDir = await makeSite(20_000_000)
    const options = optionsFor(dataDir, withRepository(folderPlace(mount)))
    const reason = await message(runBackup(options))
    expect(reason).toStartWith(`The disk of ${mount} is full. `)
    expect(reason).not.toContain('\n')
    expect(await statesInFile(dataDir).read(options.config.place)).toMatchObject({
      lastSuccess: null,
      lastFailure: { at: start, reason },
      failuresSinceSuccess: 1,
    })
    Bun.spawnSync(['mount', '-o', 'remount,size=200m', mount])
    await runBackup({ ...options, now: () => start + 1 })
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
    expect(await statesInFile(dataDir).read(options.config.place)).toMatchObject({
      failuresSinceSuccess: 0,
      failures: 1,
    })
  })

  test('DATA_DIR without room for a copy of the database', async () => {
    const dataDir = await makeSite()
    const options = optionsFor(dataDir, folderPlace())
    const env = { ...noBuckets, dataDir, databaseUrl: null, minFreeMb: 100_000_000 }
    for (const work of [runBackup, proveBackup])
      expect(await message(work({ ...options, env }))).toMatch(
        /^Not enough disk space in DATA_DIR\. .* MB needed/,
      )
  })

  test('a folder on the disk of DATA_DIR leaves MIN_FREE_MB free', async () => {
    const mount = mountDisk('size=120m')
    cpSync(await makeSite(20_000_000), join(mount, 'data'), { recursive: true })
    mkdirSync(join(mount, 'backups'))
    const options = optionsFor(join(mount, 'data'), withRepository(folderPlace(join(mount, 'backups'))))
    const reason = await message(runBackup({ ...options, env: { ...options.env, minFreeMb: 70 } }))
    expect(reason).toMatch(/^The disk of \S+ is full\. .* 70 MB are reserved/)
    expect((await statesInFile(options.env.dataDir).read(options.config.place)).lastFailure?.reason).toBe(
      reason,
    )
  })

  test('a folder that is missing is not made', async () => {
    const dataDir = await makeSite()
    const to = join(dataDir, 'not-connected')
    expect(await message(runBackup(optionsFor(dataDir, { to, env: {} })))).toBe(
      `There is no folder ${to}. Create it, or connect its disk.`,
    )
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
  })

  test('a read-only folder names the cause and the setting', async () => {
    const to = mountDisk('ro')
    const options = optionsFor(await makeSite(), { to, env: {} })
    const text = `The server’s user can’t read and write ${to} (EROFS). Give it the folder; with the systemd unit, name the folder in ReadWritePaths= too.`
    expect(await message(runBackup(options))).toBe(text)
    expect(backupFault({ backups: options.config })).toBe(text)
    expect(isOnDataDisk(options.config.place, options.env.dataDir)).toBe(false)
  })

  test('a bucket that refuses names the cause and the setting', async () => {
    const dataDir = await makeSite()
    const place = s3Place()
    place.s3.intercept = () => failure(403, 'AccessDenied')
    expect(await message(runBackup(optionsFor(dataDir, place)))).toBe(
      `${place.to} can't be used: AccessDenied. Allow the key to list, read, write and delete objects there.`,
    )
    place.s3.intercept = null
    const wrong = { ...place, env: { ...place.env, S3_SECRET_ACCESS_KEY: 'another' } }
    expect(await message(runBackup(optionsFor(dataDir, wrong)))).toBe(
      `${place.to} can't be used: SignatureDoesNotMatch. Check S3_SECRET_ACCESS_KEY and S3_REGION.`,
    )
  })
})
