import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { backupConfig } from '#server/backup-config.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { parseEnv } from '#server/env.ts'
import { makeFileStorage, moveToBucket } from '#server/storage/file-storage/index.ts'
import { finishedPictures } from '#server/storage/images/index.ts'
import { addImage, addUser } from '../../../../tests/support/factories.ts'
import { failure } from '../../../../tests/support/s3-double.ts'
import { makeDataDir, withDatabase } from '../../../../tests/support/server.ts'
import { filesBelow, makeBucket, removeDisks } from '../../../../tests/support/uploads.ts'
import { restore } from './restore-backup.ts'
import { proveBackup, runBackup } from './run-backup.ts'
import { backUp } from './write-archive.ts'

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
  const config = backupConfig({ ...source, ...settings }, '/', dataDir)
  if (config === null) throw new Error('no BACKUP_TO')
  const inSite = <T>(work: (needs: Parameters<typeof moveToBucket>[0]) => Promise<T>) =>
    withDatabase(dataDir, db => {
      const now = () => start
      return work({ env, db, now, files: makeFileStorage({ env, db, disk: makeDiskSpace(env), now }) })
    })
  const addFile = () =>
    withDatabase(dataDir, async db => {
      const id = newId<'image'>()
      await addImage(db, await addUser(db), { id, created_at: start })
      const part = crypto.getRandomValues(new Uint8Array(65_536))
      await Bun.write(
        join(dataDir, `uploads/images/${id}.webp`),
        new Blob(Array.from({ length: 80 }, () => part)),
      )
    })
  const addPicture = async () => {
    await addFile()
    const result = await inSite(needs => moveToBucket(needs, bucket.storage, [finishedPictures]))
    expect(result).toMatchObject({ movedCount: 1, failure: null })
  }
  await addPicture()
  await addPicture()
  expect(filesBelow(join(dataDir, 'uploads'))).toEqual([])
  const options = { env, config, now: () => start }
  return { bucket, dataDir, env, options, addFile, addPicture, inSite }
}

type Site = Awaited<ReturnType<typeof makeSite>>

function expectAll({ bucket }: Site, dataDir: string): void {
  const names = filesBelow(join(dataDir, 'uploads'))
  expect(names.map(name => `site/${name}`)).toEqual(bucket.files().sort())
  for (const name of names)
    expect(
      Buffer.compare(
        readFileSync(join(dataDir, 'uploads', name)),
        bucket.objects.get(`site/${name}`) ?? new Uint8Array(),
      ),
    ).toBe(0)
}

test('a backup by restic leaves the files in the bucket, without a request for one', async () => {
  const site = await makeSite({ BACKUP_PASSPHRASE: 'correct horse battery' })
  await runBackup(site.options)
  await proveBackup(site.options)
  expect(site.bucket.requests.filter(request => request.startsWith('GET site/images'))).toEqual([])
})

test('an archive leaves them out with BACKUP_BUCKET_FILES=off', async () => {
  const { dataDir, env } = await makeSite({ BACKUP_BUCKET_FILES: 'off' })
  const file = join(makeFolder(), 'archive.tar.gz')
  const { manifest } = await backUp({ dataDir, file, now: new Date(start), buckets: env })
  expect(manifest.files.filter(({ name }) => name.startsWith('uploads/'))).toEqual([])
})

test('an archive holds them, or isn’t made', async () => {
  const site = await makeSite()
  const { dataDir, env, bucket } = site
  const file = join(makeFolder(), 'archive.tar.gz')
  bucket.intercept = () => failure(403, 'AccessDenied')
  await expect(backUp({ dataDir, file, now: new Date(start), buckets: env })).rejects.toThrow(
    /AccessDenied.* To leave out the files that are in the bucket, set BACKUP_BUCKET_FILES=off\.$/,
  )
  bucket.intercept = null
  await backUp({ dataDir, file, now: new Date(start), buckets: env })
  const target = makeFolder()
  await restore({ dataDir: target, file, force: false, now: new Date(start) })
  expectAll(site, target)
})
