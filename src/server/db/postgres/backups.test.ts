import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { backupPlace } from '#server/backup-config.ts'
import { backupStates } from '#server/backup-state.ts'
import { databaseName } from '#server/data-dir.ts'
import { listSnapshots } from '#server/site/backups/restic.ts'
import { restore, restoreFromRepository } from '#server/site/backups/restore-backup.ts'
import { proveBackup, type RunOptions, runBackup } from '#server/site/backups/run-backup.ts'
import { backUp } from '#server/site/backups/write-archive.ts'
import { s3Settings } from '#server/storage/s3/s3-place.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { keyFiles, makeFullSite } from '../../../../tests/support/full-site.ts'
import { withDatabase } from '../../../../tests/support/server.ts'
import { makeEmptyDatabase } from '../../../../tests/support/test-database.ts'
import { currentTables } from '../sqlite/table-rows.ts'
import { findDifference } from '../table-rows.ts'
import { exportSite, type HeldSite, holdSite, openSite } from '../transfer.ts'
import { readKeys } from './site-rows.ts'

const upload = 'uploads/images/a.webp'
const now = new Date('2026-06-01T12:00:00Z')
let full = ''
let archive = ''
beforeAll(async () => {
  full = await makeFullSite()
  mkdirSync(join(full, 'uploads/images'), { recursive: true })
  writeFileSync(join(full, upload), 'a picture')
  archive = join(full, 'archive.tar.gz')
  await backUp({ dataDir: full, file: archive, now, buckets: noBuckets })
}, 60_000)
afterAll(() => rmSync(full, { recursive: true, force: true }))

const noBuckets = { s3: s3Settings({}), backupBucketFiles: false }

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-postgres-backup-'))
  afterTest(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function makeTarget() {
  const { url, drop } = await makeEmptyDatabase()
  afterTest(drop)
  return { dataDir: makeDirectory(), databaseUrl: url, now }
}

async function withSite<T>(url: string, work: (site: HeldSite) => Promise<T>): Promise<T> {
  await using site = await holdSite(url)
  return await work(site)
}

const keys = new Map(
  Object.entries(keyFiles).map(([name, content]) => [name.split('/').at(-1) ?? '', content]),
)

/** Returns whether the full site's rows and keys are there. */
const isFull = (url: string) => withDatabase(full, file => withSite(url, site => site.isCopyOf(file, keys)))

async function isFullDirectory(dataDir: string): Promise<boolean> {
  const tables = await currentTables()
  const difference = await withDatabase(full, a => withDatabase(dataDir, b => findDifference(tables, a, b)))
  const hasKeys = Object.entries(keyFiles).every(
    ([name, text]) => readFileSync(join(dataDir, name), 'utf8') === text,
  )
  return difference === null && hasKeys
}

test('an archive of either engine restores into either, with keys and uploads', async () => {
  const target = await makeTarget()
  const { aside, manifest } = await restore({ ...target, file: archive, force: false })
  expect([aside, manifest.createdAt]).toEqual([null, now.toISOString()])
  expect(await isFull(target.databaseUrl)).toBe(true)
  expect(readFileSync(join(target.dataDir, upload), 'utf8')).toBe('a picture')
  expect(existsSync(join(target.dataDir, databaseName))).toBe(false)
  expect(readdirSync(target.dataDir).sort()).toEqual(['db', 'uploads'])

  const file = join(makeDirectory(), 'archive.tar.gz')
  await backUp({ ...target, file, buckets: noBuckets })
  const dataDir = makeDirectory()
  await restore({ dataDir, file, force: false, now })
  expect(await isFullDirectory(dataDir)).toBe(true)
  const other = await makeTarget()
  await restore({ ...other, file, force: false })
  expect(await isFull(other.databaseUrl)).toBe(true)
}, 60_000)

test('a database with data needs --force, which saves them as SQLite first', async () => {
  const target = await makeTarget()
  await restore({ ...target, file: archive, force: false })
  await withSite(target.databaseUrl, async ({ db }) => {
    await addUser(db, { email: 'new@example.org' })
    await sql`insert into site_keys (name, value) values ('event-epoch', '1')`.execute(db)
  })
  const again = { ...target, file: archive, now: new Date(0) }
  await expect(restore({ ...again, force: false })).rejects.toThrow(
    `The database of DATABASE_URL already contains data (anglers, announcements, auth_codes). Use --force to save them in ${target.dataDir} and to replace them.`,
  )
  const { aside } = await restore({ ...again, force: true })
  expect(aside).toBe(join(target.dataDir, 'db.before-restore-1970-01-01T00-00-00'))
  expect(await isFull(target.databaseUrl)).toBe(true)
  // Open pages start again, since changes were lost.
  expect([...(await withSite(target.databaseUrl, ({ db }) => readKeys(db))).keys()].sort()).toEqual(
    [...keys.keys()].sort(),
  )
  const users = await withDatabase(aside ?? '', db =>
    db.selectFrom('users').select('id').where('email', '=', 'new@example.org').execute(),
  )
  expect(users).toHaveLength(1)
  expect(readFileSync(join(aside ?? '', 'db/keys/keys.json'), 'utf8')).toBe(keyFiles['db/keys/keys.json'])
  expect(existsSync(join(aside ?? '', upload))).toBe(true)
}, 60_000)

test('a damaged archive, and a site that is served, change nothing', async () => {
  const target = await makeTarget()
  await restore({ ...target, file: archive, force: false })
  const damagedArchive = join(makeDirectory(), 'damaged.tar.gz')
  cpSync(archive, damagedArchive)
  const bytes = readFileSync(damagedArchive)
  writeFileSync(damagedArchive, bytes.subarray(0, bytes.length - 2000))
  const again = { ...target, now: new Date(0), force: true }
  await expect(restore({ ...again, file: damagedArchive })).rejects.toThrow('is damaged')
  await withSite(target.databaseUrl, async () => {
    await expect(restore({ ...again, file: archive })).rejects.toThrow(
      'A process of the site of DATABASE_URL starts, or another command holds it.',
    )
  })
  expect(await isFull(target.databaseUrl)).toBe(true)
  expect(readdirSync(target.dataDir).sort()).toEqual(['db', 'uploads'])
}, 60_000)

async function makeScheduled(resticPath: string | null) {
  const site = await makeTarget()
  await restore({ ...site, file: archive, force: false })
  const place = backupPlace({}, makeDirectory())
  const passphrase = resticPath === null ? 'correct horse' : null
  const options: RunOptions = {
    env: { ...noBuckets, dataDir: site.dataDir, databaseUrl: site.databaseUrl, minFreeMb: 0 },
    config: { place, at: { hour: 3, minute: 30 }, passphrase, resticPath },
    now: () => now.getTime(),
  }
  return { site, place, options }
}

test('scheduled backups are made beside the site and proven', async () => {
  const { site, place, options } = await makeScheduled('off')
  await using server = await openSite(site.databaseUrl)
  await addUser(server)
  const { name } = await runBackup(options)
  expect(await proveBackup(options)).toBe(name)
  expect(readdirSync(place.text)).toEqual([name])
  expect(readdirSync(site.dataDir).sort()).toEqual(['db', 'uploads'])
  // Any process says so, and goes on from there.
  const states = backupStates({ db: server, env: { dataDir: makeDirectory() } })
  expect(await states.read(place)).toMatchObject({ lastSuccess: { name }, lastProven: { name }, failures: 0 })
  const missing = { ...place, text: join(place.text, 'missing') }
  await expect(runBackup({ ...options, config: { ...options.config, place: missing } })).rejects.toThrow()
  expect(await states.read(missing)).toMatchObject({ lastSuccess: null, failures: 1 })
  expect((await states.read(place)).failures).toBe(0)
}, 60_000)

test('backups by restic are proven, and restore into PostgreSQL', async () => {
  const { site, place, options } = await makeScheduled(null)
  const { name } = await runBackup(options)
  expect(await proveBackup(options)).toBe(name)
  expect(readdirSync(site.dataDir).sort()).toEqual(['db', 'uploads'])
  const restic = Bun.which('restic')
  if (restic === null) throw new Error('this test needs restic: apt-get install restic')
  const repository = { place, restic, passphrase: options.config.passphrase }
  const [snapshot] = await listSnapshots(repository)
  if (snapshot === undefined) throw new Error('no backup')
  const target = await makeTarget()
  await restoreFromRepository({ ...target, repository, snapshot, force: false })
  expect(await isFull(target.databaseUrl)).toBe(true)
  expect(readFileSync(join(target.dataDir, upload), 'utf8')).toBe('a picture')
}, 60_000)

test('a backup is one snapshot while the site writes', async () => {
  const target = await makeTarget()
  await restore({ ...target, file: archive, force: false })
  const db = await openSite(target.databaseUrl)
  let isWriting = true
  const writing = (async () => {
    while (isWriting) await addUser(db)
  })()
  const path = join(makeDirectory(), 'copy.sqlite')
  // It compares what it has read with what it wrote.
  await exportSite(db, path)
  isWriting = false
  await writing
  await db.destroy()
}, 60_000)
