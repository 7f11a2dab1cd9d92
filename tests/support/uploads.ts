import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { VideoId } from '#contract/ids.ts'
import type { CompletedVideo, CrewVideo, UploadSlot } from '#contract/videos/crew-videos.ts'
import type { RootDb } from '#server/db/connection.ts'
import { dropObjectsJob } from '#server/storage/file-storage/index.ts'
import { makeTestApp, makeTestDb, type TestApp, testOrigin } from './app.ts'
import { addSigned } from './factories.ts'
import { clip } from './media.ts'
import { S3Double } from './s3-double.ts'

const directories: string[] = []
const buckets: S3Double[] = []

/**
 * Every suite of videos and pictures runs on all kinds of storage: on the disk, with `s3` in a bucket, and with
 * `shared` as a site with several processes, whose uploads are in the bucket too.
 */
const { TEST_STORAGE: kind } = process.env
const isInBucket = kind === 's3' || kind === 'shared'

function makeDisk(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-media-'))
  directories.push(dataDir)
  // The id of the installation is stored here.
  mkdirSync(join(dataDir, 'db'))
  return dataDir
}

export interface MediaApp extends TestApp {
  /** Returns the files below `uploads/videos`, on the disk and in the bucket. */
  files(): string[]
  /** Returns where a file below `uploads/videos` can be read; a copy of one in the bucket. */
  pathOf(name: string): string
  /** Deletes in buckets what was dropped. */
  dropObjects(): Promise<void>
}

/** Returns a database that seems to be served by other processes too. */
export const asShared = async (db?: RootDb): Promise<RootDb> =>
  Object.assign(db ?? (await makeTestDb()), { isShared: true })

/** Removed by {@link removeDisks}. */
export async function makeMediaApp(env: Record<string, string> = {}, db?: RootDb): Promise<MediaApp> {
  const dataDir = makeDisk()
  const bucket = isInBucket ? makeBucket() : null
  const settings = {
    DATA_DIR: dataDir,
    MIN_FREE_MB: '0',
    ...(bucket && { STORAGE: bucket.storage, ...bucket.env }),
    ...env,
  }
  const app = await makeTestApp(settings, {}, kind === 'shared' ? await asShared(db) : db)
  const dropDue = dropObjectsJob()
  const dropObjects = () => dropDue(app.deps)
  return {
    ...app,
    dropObjects,
    runJobs: async () => {
      await app.runJobs()
      if (bucket) await dropObjects()
    },
    pathOf: name => {
      const object = bucket?.objects.get(`site/videos/${name}`)
      if (object === undefined) return join(dataDir, 'uploads', 'videos', name)
      const path = join(dataDir, 'copies', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, object)
      return path
    },
    files: () => {
      const prefix = 'site/videos/'
      const keys = [...(bucket?.objects.keys() ?? [])].filter(key => key.startsWith(prefix))
      const all = [
        ...filesBelow(join(dataDir, 'uploads', 'videos')),
        // Names of an upload's slices are left out.
        ...keys.map(key => key.slice(prefix.length).replace(/^(incoming\/[^/]+)\/.*/, '$1')),
      ]
      return [...new Set(all)].sort()
    },
  }
}

/** Stopped by {@link removeDisks}. */
export function makeBucket(): S3Double & { storage: string; files(): string[] } {
  const bucket = new S3Double()
  buckets.push(bucket)
  return Object.assign(bucket, {
    storage: `s3://${bucket.bucket}/site`,
    /** Keys, without the mark of the installation. */
    files: () => [...bucket.objects.keys()].filter(key => !key.endsWith('/reelstake-installation')),
  })
}

export async function makeCrew(env: Record<string, string> = {}) {
  const app = await makeMediaApp(env)
  const me = await addSigned(app.db)
  const videos = join(app.deps.env.dataDir, 'uploads', 'videos')
  const read = async (id: string): Promise<CrewVideo> =>
    (await app.page(`/api/crew/videos/${id}`, { cookie: me.cookie })).json()
  const storedPath = (id: string, name: string) => app.pathOf(`stored/${id}/${name}`)
  return { app, me, read, storedPath, videos }
}

export function removeDisks(): void {
  for (const bucket of buckets.splice(0)) void bucket.stop()
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
}

/** Relative paths. */
export function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort()
}

export interface SlotWanted {
  fileName?: string
  sizeBytes: number
  durationSec?: number
  key?: string
}

export const askSlot = (
  { page }: TestApp,
  cookie: string,
  { key, ...fields }: SlotWanted,
): Promise<Response> =>
  page('/api/crew/videos/upload', {
    json: { fileName: 'video-1.webm', ...fields },
    cookie,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

export async function slotOf(app: TestApp, cookie: string, request: SlotWanted): Promise<UploadSlot> {
  const response = await askSlot(app, cookie, request)
  if (response.status !== 201) throw new Error(`no slot: ${response.status} ${await response.text()}`)
  return response.json()
}

export const put = (
  { app }: TestApp,
  url: string,
  body: Blob | Uint8Array<ArrayBuffer> | string,
  headers = {},
) =>
  app.request(url, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'video/webm', 'x-upsert': 'true', ...headers },
  })

export const tus = (
  { app }: TestApp,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Blob | Uint8Array<ArrayBuffer>,
) =>
  app.request(url.startsWith('/') ? testOrigin + url : url, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })

export const complete = ({ page }: TestApp, cookie: string, id: string): Promise<Response> =>
  page(`/api/crew/videos/${id}/complete`, { json: {}, cookie })

/** Slot, `PUT`, `/complete`. */
export async function sendFile(app: TestApp, cookie: string, path: string): Promise<Response> {
  const file = Bun.file(path)
  const slot = await slotOf(app, cookie, { sizeBytes: file.size })
  const response = await put(app, slot.uploadUrl, file)
  if (response.status !== 200) return response
  return complete(app, cookie, slot.videoId)
}

export async function addVideo(app: TestApp, cookie: string, path = clip({ seconds: 10 })): Promise<VideoId> {
  const response = await sendFile(app, cookie, path)
  if (response.status !== 200) throw new Error(`not taken: ${response.status} ${await response.text()}`)
  const { id }: CompletedVideo & { id: VideoId } = await response.json()
  return id
}
