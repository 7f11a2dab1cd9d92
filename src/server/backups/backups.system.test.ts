import { describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { day } from '#contract/time.ts'
import { backupConfig } from '#server/backup-config.ts'
import { backupFolderFault, isOnDataDisk } from '#server/backup-folder.ts'
import { readState } from '#server/backup-state.ts'
import { appliedMigrations, migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { loadKeys } from '#server/keys.ts'
import { s3Settings } from '#server/s3/s3-place.ts'
import { migrations } from '../../../db/migrations/index.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { addFunding, addScene, addUser } from '../../../tests/support/factories.ts'
import { makeRandom } from '../../../tests/support/random.ts'
import { failure, S3Double } from '../../../tests/support/s3-double.ts'
import { makeDataDir, startServer, withDatabase } from '../../../tests/support/server.ts'
import { until } from '../../../tests/support/until.ts'
import { restoreStored } from '../cli/restore.ts'
import { holdBackups } from './backup-lock.ts'
import { openStore } from './backup-store.ts'
import { cipherToRead, cipherToWrite } from './cipher.ts'
import { proveBackup, runBackup } from './run-backup.ts'
import { isSealed, listBackups, nameOf, readManifest, writeManifest } from './stored-backups.ts'

const root = join(import.meta.dir, '../../..')
const start = Date.parse('2026-06-03T03:30:00Z')
const passphrase = 'correct horse battery'

/** What the tests do to the stored bytes behind the program's back. */
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

function folderPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'reelstake-backups-'))
  afterTest(() => rmSync(folder, { recursive: true, force: true }))
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
      set: (name, bytes) => writeFileSync(path(name), bytes),
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
  await loadKeys(join(dataDir, 'db/keys'))
  put(dataDir, 'db/site-password', 'abcd-efgh-jkmn\n')
  put(dataDir, 'uploads/images/a.webp', 'a picture')
  const video = new Uint8Array(videoBytes)
  for (let at = 0; at < video.length; at += 1000) video[at] = at % 251
  put(dataDir, 'uploads/videos/stored/x/original', video)
  put(dataDir, 'uploads/videos/stored/y/same', video)
  put(dataDir, 'uploads/empty', '')
  return dataDir
}

const noBuckets = { s3: s3Settings({}), backupBucketFiles: true }

function optionsFor(dataDir: string, { to, env }: Pick<Place, 'to' | 'env'>, secret: string | null = null) {
  const source = { BACKUP_TO: to, ...env, ...(secret && { BACKUP_PASSPHRASE: secret }) }
  const config = backupConfig(source, '/', dataDir)
  if (config === null) throw new Error('no BACKUP_TO')
  return { env: { ...noBuckets, dataDir, minFreeMb: 0 }, config, now: () => start }
}

type Options = ReturnType<typeof optionsFor>

const storeOf = ({ config }: Options) => openStore(config.place, makeDiskSpace({ minFreeMb: 0 }))

async function restoreNewest(options: Options): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-restored-'))
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const store = storeOf(options)
  const [backup] = await listBackups(store)
  if (backup === undefined) throw new Error('no backup')
  const { passphrase } = options.config
  await restoreStored({ dataDir, store, passphrase, backup, force: false, now: new Date(start) })
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
        new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex'),
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

const parts = ({ objects }: Place) => objects.names().filter(name => name.startsWith('blobs/'))

describe.each(places)('backups in %s', (_, makePlace) => {
  test.each([null, passphrase])('are restored on another machine, with the passphrase %p', async secret => {
    // More than one part.
    const dataDir = await makeSite(9_000_000)
    const place = makePlace()
    const options = optionsFor(dataDir, place, secret)
    const { name, uploads } = await runBackup(options)
    expect([name, uploads]).toEqual(['2026-06-03T03-30-00Z', 4])
    const restored = await restoreNewest(options)
    expect(ownFiles(restored)).toEqual(ownFiles(dataDir))
    expect(statSync(join(restored, 'db/keys/keys.json')).mode & 0o777).toBe(0o600)
    const users = (dir: string) => withDatabase(dir, db => db.selectFrom('users').selectAll().execute())
    expect(await users(restored)).toEqual(await users(dataDir))
    const stored = place.objects.names().map(name => Buffer.from(place.objects.get(name)))
    expect(stored.some(bytes => bytes.includes('a picture'))).toBe(secret === null)
    if (secret !== null) expect(place.objects.names().every(name => name.endsWith('.age'))).toBe(true)
  })

  test('store the same content once, read unchanged files no more, and notice changed ones', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const options = optionsFor(dataDir, place)
    const { size } = statSync(join(dataDir, 'db/reelstake.sqlite'))
    expect((await runBackup(options)).storedBytes - size).toBeLessThan(110_000)
    const before = parts(place)
    expect((await runBackup({ ...options, now: () => start + day })).storedBytes).toBeLessThan(1)
    expect(parts(place)).toEqual(before)
    appendFileSync(join(dataDir, 'uploads/images/a.webp'), ' that changed')
    put(dataDir, 'uploads/images/b.webp', 'another')
    expect((await runBackup({ ...options, now: () => start + 2 * day })).storedBytes).toBe(29)
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })

  test('remove a part with the last backup that names it', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const options = optionsFor(dataDir, place)
    await runBackup(options)
    const withVideo = parts(place).length
    rmSync(join(dataDir, 'uploads/videos'), { recursive: true })
    const names = async () => (await listBackups(storeOf(options))).map(({ name }) => name.slice(0, 10))
    // A Wednesday: the first backup is the newest one of no later week or month.
    for (let days = 1; days <= 6; days += 1) await runBackup({ ...options, now: () => start + days * day })
    expect(await names()).toContain('2026-06-03')
    expect(parts(place)).toHaveLength(withVideo)
    await runBackup({ ...options, now: () => start + 7 * day })
    expect(await names()).not.toContain('2026-06-03')
    expect(parts(place)).toHaveLength(withVideo - 1)
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })

  test('say in one line what is damaged or missing and what to do, and restore nothing', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const options = optionsFor(dataDir, place, passphrase)
    await runBackup(options)
    const { objects } = place
    const manifest = objects.names().find(name => name.startsWith('manifests/')) ?? ''
    const sizeOf = (name: string) => objects.get(name).length
    const part = parts(place).reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
    const damage: [what: string, object: string, bytes: Uint8Array<ArrayBuffer> | null, says: string][] = [
      ['a bit of a part', part, flip(objects.get(part), 5000), `${part} of`],
      ['a bit at the start of a part', part, flip(objects.get(part), 30), 'has changed'],
      ['a cut part', part, new Uint8Array(objects.get(part).slice(0, -1)), 'has changed'],
      ['a missing part', part, null, 'is missing'],
      ['a bit of the manifest', manifest, flip(objects.get(manifest), 200), `its ${manifest} has changed`],
    ]
    for (const [what, object, bytes, says] of damage) {
      const good = new Uint8Array(objects.get(object))
      if (bytes === null) objects.remove(object)
      else objects.set(object, bytes)
      const target = mkdtempSync(join(tmpdir(), 'reelstake-target-'))
      const store = storeOf(options)
      const [backup] = await listBackups(store)
      if (backup === undefined) throw new Error('no backup')
      const said = await message(
        restoreStored({ dataDir: target, store, passphrase, backup, force: true, now: new Date(start) }),
      )
      expect(`${what}: ${said}`).toContain(says)
      expect(said).toContain(`To restore an earlier one: bun run restore ${place.to} NAME`)
      expect(said).not.toContain('\n')
      expect(readdirSync(target, { recursive: true }).filter(name => name !== 'db')).toEqual([])
      rmSync(target, { recursive: true })
      objects.set(object, good)
    }
    const wrong = optionsFor(dataDir, place, 'incorrect horse battery')
    for (const work of [restoreNewest, proveBackup, runBackup])
      expect(await message(work(wrong))).toBe(
        `The passphrase doesn't open key.age at ${place.to}. Set BACKUP_PASSPHRASE to the one of these backups.`,
      )
    const without = optionsFor(dataDir, place)
    expect(await message(restoreNewest(without))).toBe(
      `The backups at ${place.to} are encrypted. Set BACKUP_PASSPHRASE.`,
    )
    expect(await message(runBackup(without))).toContain('but BACKUP_PASSPHRASE is not set')
    objects.set('key.age', flip(objects.get('key.age'), 150))
    await restoreNewest(options)
    await runBackup({ ...options, now: () => start + day })
    objects.remove('key-copy.age')
    await restoreNewest(options)
    objects.remove('key.age')
    expect(await message(runBackup(options))).toContain('their key.age is missing. Put it back')
    // Each restore derives a key from the passphrase, which takes a second or more.
  }, 180_000)

  test('are proven by restoring the newest, and damaged parts are stored again by the next backup', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const options = optionsFor(dataDir, place, passphrase)
    expect(await message(proveBackup(options))).toBe(`There is no backup at ${place.to}. Run: bun run backup`)
    await runBackup(options)
    const state = () => readState(dataDir, options.config.place)
    const proven = await proveBackup(options)
    expect(proven).toMatchObject({
      name: '2026-06-03T03-30-00Z',
      files: 1 + Object.keys(ownFiles(dataDir)).length,
    })
    expect(state()).toMatchObject({ lastProven: { at: start }, lastProofFailure: null, failures: 1 })
    for (const [index, part] of parts(place).entries())
      if (index % 2 === 0) place.objects.remove(part)
      else place.objects.set(part, flip(place.objects.get(part), 400 % place.objects.get(part).length))
    expect(await message(proveBackup(options))).toMatch(
      /blobs\S+ of \S+ (is missing|has changed), and \d more\. /,
    )
    expect(state().lastProofFailure?.reason).toContain(' more. To restore')
    await runBackup({ ...options, now: () => start + day })
    expect((await proveBackup(options)).name).toBe('2026-06-04T03-30-00Z')
    expect(state()).toMatchObject({ lastProofFailure: null, damaged: [], failures: 2 })
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
  })

  test('without a passphrase stay readable when later ones have one', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    await runBackup(optionsFor(dataDir, place))
    const options = { ...optionsFor(dataDir, place, passphrase), now: () => start + day }
    await runBackup(options)
    expect((await listBackups(storeOf(options))).map(isSealed)).toEqual([true, false])
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
    place.objects.remove(place.objects.names().filter(name => name.startsWith('manifests/'))[1] ?? '')
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })

  test('name encrypted parts only, also of unchanged files, when a passphrase is set later', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const plain = optionsFor(dataDir, place)
    await runBackup(plain)
    const options = optionsFor(dataDir, place, passphrase)
    expect(await message(proveBackup(options))).toBe(
      `There is no encrypted backup at ${place.to}. Run: bun run backup`,
    )
    await runBackup({ ...options, now: () => start + day })
    const [newest, older] = await listBackups(storeOf(options))
    if (newest === undefined || older === undefined) throw new Error('no backup')
    place.objects.remove(older.object)
    await runBackup({ ...options, now: () => start + 2 * day })
    expect(parts(place).filter(name => !name.endsWith('.age'))).toEqual([])
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })

  test('with an unencrypted part are refused when their manifest is encrypted', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    const plain = optionsFor(dataDir, place)
    await runBackup(plain)
    const store = storeOf(plain)
    const [unsealed] = await listBackups(store)
    if (unsealed === undefined) throw new Error('no backup')
    const manifest = await readManifest(store, await cipherToRead(store, null), unsealed)
    const cipher = await cipherToWrite(store, passphrase, false)
    await writeManifest(store, cipher, '2026-06-04T03-30-00Z', manifest)
    const options = optionsFor(dataDir, place, passphrase)
    for (const work of [restoreNewest, proveBackup])
      expect(await message(work(options))).toContain('is not encrypted, unlike its manifest. To restore')
  })

  test('are restored unencrypted only by name and on request, where encrypted ones are expected', async () => {
    const [dataDir, forger] = [await makeSite(), await makeSite()]
    put(forger, 'uploads/images/a.webp', 'a forgery')
    const place = makePlace()
    const forgery = '2026-06-04T03-30-00Z'
    await runBackup({ ...optionsFor(forger, place), now: () => start + day })
    const options = optionsFor(dataDir, place, passphrase)
    const { name } = await runBackup(options)
    expect((await proveBackup(options)).name).toBe(name)

    const target = mkdtempSync(join(tmpdir(), 'reelstake-target-'))
    afterTest(() => rmSync(target, { recursive: true, force: true }))
    const restore = (secret: string | null, ...args: string[]) =>
      runScript(
        { ...place.env, DATA_DIR: target, ...(secret && { BACKUP_PASSPHRASE: secret }) },
        'restore',
        place.to,
        ...args,
      )
    const warning = `The backup ${forgery} at ${place.to} is not encrypted: anyone who can write there may have put it there. If you trust it: bun run restore ${place.to} ${forgery} --unencrypted\n`
    expect(await restore(null)).toMatchObject({
      code: 1,
      err: `${warning}The backups at ${place.to} are encrypted. Set BACKUP_PASSPHRASE.\n`,
    })
    for (const secret of [null, passphrase])
      expect(await restore(secret, forgery)).toMatchObject({ code: 1, err: warning })
    expect((await restore(passphrase, '--unencrypted')).code).toBe(2)
    expect(await restore(passphrase, name, '--unencrypted')).toMatchObject({
      code: 1,
      err: `There is no unencrypted backup ${name} at ${place.to}. There are ${forgery}.\n`,
    })
    expect(await restore(passphrase)).toMatchObject({ code: 0, err: warning })
    expect(ownFiles(target)).toEqual(ownFiles(dataDir))
    // The forger may also remove what was there.
    for (const object of place.objects.names()) if (object.endsWith('.age')) place.objects.remove(object)
    expect(await restore(passphrase, '--force')).toMatchObject({ code: 1, err: warning })
    expect(ownFiles(target)).toEqual(ownFiles(dataDir))
    expect((await restore(passphrase, forgery, '--unencrypted', '--force')).code).toBe(0)
    expect(ownFiles(target)).toEqual(ownFiles(forger))
  }, 60_000)

  test('are pushed out neither by forged ones nor by old ones under a newer name', async () => {
    const dataDir = await makeSite()
    const place = makePlace()
    await runBackup(optionsFor(dataDir, place))
    const options = optionsFor(dataDir, place, passphrase)
    const store = storeOf(options)
    const real: string[] = []
    for (let days = 1; days < 6; days += 1)
      real.push((await runBackup({ ...options, now: () => start + days * day })).name)
    const [plain, sealed] = [(await listBackups(store)).at(-1), (await listBackups(store))[0]]
    if (plain === undefined || sealed === undefined) throw new Error('no backup')
    const dayOf = (days: number) => new Date(start + days * day)
    const empty = await cipherToRead(store, null)
    const manifest = await readManifest(store, empty, plain)
    for (let days = 6; days < 60; days += 1) {
      const createdAt = dayOf(days).toISOString()
      await writeManifest(store, empty, nameOf(start + days * day), { ...manifest, createdAt })
    }
    await runBackup({ ...options, now: () => start + 6 * day })
    const left = (await listBackups(store)).filter(isSealed).map(({ name }) => name)
    expect(left.slice(1).toReversed()).toEqual(real)

    place.objects.set(
      sealed.object.replace(sealed.name, '2027-01-01T03-30-00Z'),
      new Uint8Array(place.objects.get(sealed.object)),
    )
    expect(await message(runBackup({ ...options, now: () => start + 7 * day }))).toContain('Delete it.')
    expect(await message(restoreNewest(options))).toContain(`it was made at ${dayOf(5).toISOString()}`)
    expect((await listBackups(store)).filter(isSealed)).toHaveLength(real.length + 3)
  }, 60_000)

  test('with a ledger that does not agree are not proven', async () => {
    const dataDir = await makeSite()
    const options = optionsFor(dataDir, makePlace())
    await withDatabase(dataDir, db => db.updateTable('entries').set({ current_funding_cents: 1 }).execute())
    await runBackup(options)
    expect(await message(proveBackup(options))).toMatch(
      /^The ledger in the backup .* does not agree in \d+ places/,
    )
  })
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

/** Of all backups, sorted. */
async function namedParts(options: Options): Promise<string[]> {
  const store = storeOf(options)
  const cipher = await cipherToRead(store, options.config.passphrase)
  const named = new Set<string>()
  for (const backup of await listBackups(store))
    for (const file of (await readManifest(store, cipher, backup)).files)
      for (const part of file.parts) named.add(part)
  return [...named].sort()
}

/** `KILL_SEED` repeats a run. */
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const wantedKills = 5

function runAsChild(dataDir: string, { to, env }: Place, secret: string | null) {
  return Bun.spawn([process.execPath, join(root, 'src/server/cli/backup.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      MIN_FREE_MB: '0',
      BACKUP_TO: to,
      ...(secret && { BACKUP_PASSPHRASE: secret }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** @param killAtRandom within a backup that takes so many milliseconds; it may miss */
async function survivesKills(
  place: Place,
  secret: string | null,
  killAtRandom: (child: Bun.Subprocess, random: () => number, ms: number) => void,
) {
  const random = makeRandom(seed)
  const dataDir = await makeSite()
  const options = { ...optionsFor(dataDir, place, secret), now: Date.now }
  const start = performance.now()
  const complete = runAsChild(dataDir, place, secret)
  expect([await complete.exited, await new Response(complete.stderr).text()]).toEqual([0, ''])
  const duration = performance.now() - start
  let kills = 0
  for (let round = 0; kills < wantedKills; round += 1) {
    put(dataDir, `uploads/images/${round}.webp`, new Uint8Array(100_000).fill(round))
    await withDatabase(dataDir, db => addUser(db))
    const child = runAsChild(dataDir, place, secret)
    killAtRandom(child, random, duration)
    await child.exited
    if (child.signalCode === 'SIGKILL') kills += 1
    await proveBackup(options)
  }
  await runBackup(options)
  expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  // Nothing that killed backups left.
  expect(parts(place)).toEqual(await namedParts(options))
  expect(place.objects.names().filter(name => name.endsWith('.part'))).toEqual([])
  expect(readdirSync(dataDir).sort()).toEqual(['db', 'uploads'])
}

describe(`a backup that is killed (KILL_SEED=${seed}) leaves the last good one`, () => {
  test('in a folder', async () => {
    await survivesKills(folderPlace(), passphrase, (child, random, ms) => {
      setTimeout(() => child.kill('SIGKILL'), random() * ms)
    })
  }, 300_000)

  test('in S3', async () => {
    const place = s3Place()
    let requests = 0
    let last = Number.POSITIVE_INFINITY
    let complete: number | null = null
    let victim: Bun.Subprocess | null = null
    place.s3.intercept = () => {
      requests += 1
      if (requests === last) victim?.kill('SIGKILL')
      return null
    }
    await survivesKills(place, null, (child, random) => {
      complete ??= requests
      last = 1 + Math.floor(random() * complete)
      requests = 0
      victim = child
    })
  }, 300_000)
})

test('a server backs itself up after its start, proves it and says so; restore lists and names what is there', async () => {
  const dataDir = await makeSite()
  const place = s3Place()
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
  const told = await run('admin', 'backups')
  const time = String.raw`\d{4}-\d\d-\d\dT\S+Z`
  expect(told.out).toMatch(
    new RegExp(
      `^Backups at ${place.to}, daily at 3:30 \\(\\S+\\)\nLast backup: ${time}\nNext backup: ${time}\nLast proven restore: ${time}\n$`,
    ),
  )
  expect(await run('admin', 'verify-backup')).toMatchObject({
    code: 0,
    out: expect.stringContaining('database and ledger are restorable.'),
  })
  expect((await run('backup')).out).toMatch(
    /^\S+Z at s3:\/\/marina\/site\/backups: the database, 4 uploaded files, /,
  )
  const [newest] = await listBackups(storeOf(optionsFor(dataDir, place, passphrase)))
  const name = newest?.name ?? ''
  expect(await run('restore', place.to, '--list')).toEqual({ code: 0, out: `${name} (encrypted)\n`, err: '' })
  const refused = await run('restore', place.to)
  expect([refused.code, refused.err]).toEqual([
    1,
    `The server is running on ${dataDir}/db/reelstake.sqlite. Stop it first.\n`,
  ])
  const unknown = await run('restore', place.to, '2026-01-01T00-00-00Z')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    `There is no backup 2026-01-01T00-00-00Z at ${place.to}. There are ${name}.\n`,
  ])
  expect((await run('restore', place.to, name, 'more')).code).toBe(2)
  await server.kill()
  const before = ownFiles(dataDir)
  rmSync(join(dataDir, 'uploads/images'), { recursive: true })
  const restored = await run('restore', place.to, name, '--force')
  expect([restored.code, restored.err]).toEqual([0, ''])
  expect(restored.out).toContain('with 4 uploaded files')
  expect(ownFiles(dataDir)).toEqual(before)
}, 300_000)

test('a start of a newer version copies the database before its migration', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-older-'))
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
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
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', mount])
  if (mounted.exitCode !== 0)
    throw new Error(`this test mounts a disk of its own, as root: ${mounted.stderr.toString()}`)
  afterTest(() => {
    Bun.spawnSync(['umount', '--lazy', mount])
    rmSync(mount, { recursive: true, force: true })
  })
  return mount
}

describe('a restore while a backup runs', () => {
  test('is refused, and changes nothing', async () => {
    const dataDir = await makeSite()
    const place = folderPlace()
    const options = optionsFor(dataDir, place)
    await runBackup(options)
    const before = ownFiles(dataDir)
    const [backup] = await listBackups(storeOf(options))
    if (backup === undefined) throw new Error('no backup')
    const restore = () =>
      restoreStored({
        dataDir,
        store: storeOf(options),
        passphrase: null,
        backup,
        force: true,
        now: new Date(start),
      })
    const release = holdBackups(dataDir)
    expect(await message(restore())).toBe(
      'Another backup, check of one or restore is running. Wait until it has finished.',
    )
    expect(ownFiles(dataDir)).toEqual(before)
    release()
    expect(await message(restore())).toBe('it was done')
    expect(await message(runBackup(options))).toBe('it was done')
  })
})

describe('a place without room', () => {
  test('a full disk is told in one line and recorded; the next backup with room succeeds', async () => {
    const mount = mountDisk('size=8m')
    const dataDir = await makeSite(20_000_000)
    const options = optionsFor(dataDir, { to: mount, env: {} })
    const said = await message(runBackup(options))
    expect(said).toStartWith(`The disk of ${mount} is full. `)
    expect(said).not.toContain('\n')
    expect(readState(dataDir, options.config.place)).toMatchObject({
      lastSuccess: null,
      lastFailure: { at: start, reason: said },
      failuresSinceSuccess: 1,
    })
    expect(await listBackups(storeOf(options))).toEqual([])
    Bun.spawnSync(['mount', '-o', 'remount,size=40m', mount])
    await runBackup({ ...options, now: () => start + 1 })
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
    expect(readState(dataDir, options.config.place)).toMatchObject({ failuresSinceSuccess: 0, failures: 1 })
  })

  test('DATA_DIR without room for a copy of the database', async () => {
    const dataDir = await makeSite()
    const options = optionsFor(dataDir, folderPlace())
    const env = { ...noBuckets, dataDir, minFreeMb: 100_000_000 }
    await runBackup(options)
    for (const work of [runBackup, proveBackup])
      expect(await message(work({ ...options, env }))).toMatch(
        /^Not enough disk space in DATA_DIR\. .* MB needed/,
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
    expect(backupFolderFault({ backups: options.config })).toBe(text)
    expect(isOnDataDisk(options.config.place, options.env.dataDir)).toBe(false)
  })

  test('a bucket that refuses names the cause and the setting', async () => {
    const dataDir = await makeSite()
    const place = s3Place()
    const options = optionsFor(dataDir, place)
    place.s3.intercept = method => (method === 'PUT' ? failure(403, 'AccessDenied') : null)
    expect(await message(runBackup(options))).toBe(
      `${place.to} can't be used: AccessDenied. Allow the key to list, read, write and delete objects there.`,
    )
    const wrong = { ...place, env: { ...place.env, S3_SECRET_ACCESS_KEY: 'another' } }
    expect(await message(runBackup(optionsFor(dataDir, wrong)))).toBe(
      `${place.to} can't be used: SignatureDoesNotMatch. Check S3_SECRET_ACCESS_KEY and S3_REGION.`,
    )
    let failures = 1
    place.s3.intercept = () => (failures-- > 0 ? failure(503, 'SlowDown') : null)
    await runBackup(options)
    expect(ownFiles(await restoreNewest(options))).toEqual(ownFiles(dataDir))
  })
})
