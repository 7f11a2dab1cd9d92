import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { backupConfig } from '#server/backup-config.ts'
import { readState } from '#server/backup-state.ts'
import { backUp } from '#server/cli/backup.ts'
import { restore, restoreStored } from '#server/cli/restore.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { parseEnv } from '#server/env.ts'

import { makeFileStorage, moveToBucket, moveToDisk } from '#server/features/file-storage/index.ts'
import { finishedPictures } from '#server/features/images/index.ts'
import { addUser } from '../../../tests/support/factories.ts'
import { failure } from '../../../tests/support/s3-double.ts'
import { makeDataDir, withDatabase } from '../../../tests/support/server.ts'
import { filesBelow, makeBucket, removeDisks } from '../../../tests/support/uploads.ts'
import { openStore } from './backup-store.ts'
import { makeBackup } from './make-backup.ts'
import { proveBackup, runBackup } from './run-backup.ts'
import { listBackups } from './stored-backups.ts'

setDefaultTimeout(60_000)

const directories: string[] = []
afterAll(() => {
  removeDisks()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const start = Date.UTC(2026, 5, 1, 3, 30)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelstake-bucket-backup-'))
  directories.push(folder)
  return folder
}

/** Two pictures of 5 MB in a bucket, which no other file names. */
async function makeSite(settings: Record<string, string> = {}) {
  const bucket = makeBucket()
  const dataDir = await makeDataDir(async () => {})
  directories.push(dataDir)
  const to = makeFolder()
  const source = {
    DATA_DIR: dataDir,
    MIN_FREE_MB: '0',
    STORAGE: bucket.storage,
    BACKUP_TO: to,
    ...bucket.env,
  }
  const env = parseEnv({ ...source, ...settings }, '/')
  const config = backupConfig(source, '/', dataDir)
  if (config === null) throw new Error('no BACKUP_TO')
  const store = openStore(config.place, makeDiskSpace(env))
  const inSite = <T>(work: (needs: Parameters<typeof moveToDisk>[0]) => Promise<T>) =>
    withDatabase(dataDir, db => {
      const now = () => start
      return work({ env, db, now, files: makeFileStorage({ env, db, disk: makeDiskSpace(env), now }) })
    })
  const addFile = () =>
    withDatabase(dataDir, async db => {
      const id = newId<'image'>()
      const owner = await addUser(db)
      const row = { id, owner_id: owner, width: 1, height: 1, size_bytes: 1, created_at: start }
      await db.insertInto('images').values(row).execute()
      const part = crypto.getRandomValues(new Uint8Array(65_536))
      await Bun.write(
        join(dataDir, `uploads/images/${id}.webp`),
        new Blob(Array.from({ length: 80 }, () => part)),
      )
    })
  const addPicture = async () => {
    await addFile()
    const moved = await inSite(needs => moveToBucket(needs, [finishedPictures]))
    expect(moved).toMatchObject({ moved: 1, failure: null })
  }
  await addPicture()
  await addPicture()
  expect(filesBelow(join(dataDir, 'uploads'))).toEqual([])
  const options = { env, config, now: () => start }
  return { bucket, dataDir, env, store, options, addFile, addPicture, inSite }
}

type Site = Awaited<ReturnType<typeof makeSite>>

async function restoreNewest({ store }: Site, withoutBucket = false): Promise<string> {
  const dataDir = makeFolder()
  const [backup] = await listBackups(store)
  if (backup === undefined) throw new Error('no backup')
  const options = { dataDir, store, passphrase: null, backup, withoutBucket, force: false }
  await restoreStored({ ...options, now: new Date(start) })
  return dataDir
}

function expectAll({ bucket }: Site, dataDir: string): void {
  const restored = filesBelow(join(dataDir, 'uploads'))
  expect(restored.map(name => `site/${name}`)).toEqual(bucket.files().sort())
  for (const name of restored)
    expect(
      Buffer.compare(
        readFileSync(join(dataDir, 'uploads', name)),
        bucket.objects.get(`site/${name}`) ?? new Uint8Array(),
      ),
    ).toBe(0)
}

const reads = ({ bucket }: Site) =>
  bucket.requests.filter(request => request.startsWith('GET site/images')).length

test('a backup holds the files in the bucket, reads them once, and a restore brings them back', async () => {
  const site = await makeSite()
  expect(await runBackup(site.options)).toMatchObject({ uploads: 2, unread: null })
  const before = reads(site)
  const second = await runBackup({ ...site.options, now: () => start + day })
  expect([second.uploads, second.unread, reads(site)]).toEqual([2, null, before])
  expect(await proveBackup(site.options)).toMatchObject({ name: '2026-06-02T03-30-00Z' })
  expectAll(site, await restoreNewest(site))
  expect(filesBelow(join(await restoreNewest(site, true), 'uploads'))).toEqual([])
})

test('a bucket that is away, or has a damaged file, doesn’t stop the backup, which says so', async () => {
  const site = await makeSite()
  const { bucket, dataDir, options } = site
  await runBackup(options)
  await site.addPicture()
  bucket.intercept = method => (method === 'GET' ? failure(403, 'AccessDenied') : null)
  const made = await runBackup({ ...options, now: () => start + day })
  const unread = { files: 1, reason: expect.stringContaining('AccessDenied') }
  expect(made).toMatchObject({ uploads: 2, unread })
  expect(readState(dataDir, options.config.place).unread).toEqual(unread)
  bucket.intercept = null
  const whole = [...bucket.objects]
  for (const [key, bytes] of whole)
    bucket.objects.set(
      key,
      bytes.map(byte => byte ^ 1),
    )
  const damaged = await runBackup({ ...options, now: () => start + 2 * day })
  expect(damaged.unread).toEqual({ files: 1, reason: expect.stringMatching(/is damaged in the bucket\.$/) })
  for (const [key, bytes] of whole) bucket.objects.set(key, bytes)
  expect(await runBackup({ ...options, now: () => start + 3 * day })).toMatchObject({
    uploads: 3,
    unread: null,
  })
  expect(readState(dataDir, options.config.place).unread).toBeNull()
  expectAll(site, await restoreNewest(site))
})

test.each(['bucket', 'disk'])('files that move to the %s while a backup is made are in it', async to => {
  const site = await makeSite()
  const { dataDir, env, store, inSite } = site
  for (let files = 0; files < 4; files += 1) await site.addFile()
  const move = () =>
    inSite(needs => (to === 'disk' ? moveToDisk(needs) : moveToBucket(needs, [finishedPictures])))
  let moving: ReturnType<typeof move> | undefined
  let writes = 0
  // Begins when the disk has been listed, and the files on it are being read.
  const slow = {
    ...store,
    list: store.list.bind(store),
    write: async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      writes += 1
      if (writes > 1) {
        moving ??= move()
        await moving
      }
      await store.write(name, bytes)
    },
  }
  const made = await makeBackup({
    dataDir,
    store: slow,
    passphrase: null,
    space: makeDiskSpace(env),
    now: start,
    buckets: env,
  })
  expect(await moving).toMatchObject({ moved: to === 'disk' ? 2 : 4, failure: null })
  expect(made).toMatchObject({ uploads: 6, unread: null })
  expect(filesBelow(join(await restoreNewest(site), 'uploads'))).toHaveLength(6)
})

test('BACKUP_BUCKET_FILES=off leaves them out, without a request', async () => {
  const site = await makeSite({ BACKUP_BUCKET_FILES: 'off' })
  expect(await runBackup(site.options)).toMatchObject({ uploads: 0, unread: null })
  expect(reads(site)).toBe(0)
})

test('an archive holds them too, or isn’t made', async () => {
  const site = await makeSite()
  const { dataDir, env, bucket } = site
  const file = join(makeFolder(), 'archive.tar.gz')
  bucket.intercept = () => failure(403, 'AccessDenied')
  await expect(backUp({ dataDir, file, now: new Date(start), buckets: env })).rejects.toThrow(
    /AccessDenied.* To leave out the files that are in the bucket, set BACKUP_BUCKET_FILES=off\.$/,
  )
  bucket.intercept = null
  await backUp({ dataDir, file, now: new Date(start), buckets: env })
  const restored = makeFolder()
  await restore({ dataDir: restored, file, force: false, now: new Date(start) })
  expectAll(site, restored)
})
