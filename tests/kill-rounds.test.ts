import { afterAll, expect, setSystemTime, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadSlot } from '#contract/videos/crew-videos.ts'
import type { RootDb } from '#server/db/connection.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { sweepImages } from '#server/storage/images/sweep.ts'
import { videoJobs } from '#server/videos/crew-videos/crew-videos.queries.ts'
import { videoJobKinds } from '#server/videos/crew-videos/processing/video-jobs.ts'
import { sweepVideos } from '#server/videos/crew-videos/storage/sweep.ts'
import { makeTestApp } from './support/app.ts'
import { addScene, addSigned, type Signed } from './support/factories.ts'
import { clip } from './support/media.ts'
import { makeRandom } from './support/random.ts'
import {
  makeDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  withDatabase,
} from './support/server.ts'
import { setGoals } from './support/states.ts'
import { StripeDouble } from './support/stripe-double.ts'
import { filesBelow } from './support/uploads.ts'

/** SIGKILL during mixed work; every eighth round also kills `restore --force`. `KILL_SEED` repeats a run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const roundsPerRestore = 8
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const random = makeRandom(seed)
const root = join(import.meta.dir, '..')

const stripe = new StripeDouble()
const scratch = mkdtempSync(join(tmpdir(), 'reelstake-kill-rounds-'))
let dataDir = ''
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  await stripe.stop()
  if (dataDir !== '') removeDataDir(dataDir)
  rmSync(scratch, { recursive: true, force: true })
})

const env = { ...stripe.env, MIN_FREE_MB: '0', MAX_UNFINISHED_UPLOADS: '10000' }

/** Rows that the server acknowledged, by table. */
type AcknowledgedTable =
  | 'fundings'
  | 'updates'
  | 'catches'
  | 'images'
  | 'crew_videos'
  | 'crew_posts'
  | 'boats'
const acknowledgedIds = new Map<AcknowledgedTable, Set<string>>()
const deletedPosts = new Set<string>()
const receivedBytes = new Map<UploadSlot, number>()

/** Each round kills after another kind of work. */
const awaitedInTurn = ['fundings', 'updates', 'catches', 'images', 'boats', 'crew_videos'] as const
let awaitedTable: AcknowledgedTable = 'fundings'
let acknowledgement = Promise.withResolvers<void>()

function acknowledge(table: AcknowledgedTable, id: string): void {
  if (table === awaitedTable) acknowledgement.resolve()
  const ids = acknowledgedIds.get(table) ?? new Set()
  acknowledgedIds.set(table, ids.add(id))
}

interface Request {
  as: Signed
  method?: string
  json?: object
  form?: FormData
}

/** @returns null when the server died before the response was complete */
async function call(path: string, { as, method, json, form }: Request) {
  try {
    const response = await fetch(`${server?.origin}${path}`, {
      method: method ?? 'POST',
      headers: {
        cookie: as.cookie,
        'sec-fetch-site': 'same-origin',
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: form }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  } catch {
    return null
  }
}

type Answer = NonNullable<Awaited<ReturnType<typeof call>>>

/** @returns null when the server died first */
function bodyOf(answer: Answer | null, status: number) {
  if (answer) expect([answer.status, answer.body]).toEqual([status, answer.body])
  return answer?.body ?? null
}

type Scene = Awaited<ReturnType<typeof addScene>> & { backers: Signed[] }

async function fundEntry(entry: string, as: Signed): Promise<void> {
  const json = { amount: 25, tournamentEntryId: entry }
  const intent = bodyOf(await call('/api/create-payment-intent', { as, json }), 200)
  if (!intent) return
  const id: string = intent.clientSecret.split('_secret')[0]
  stripe.pay(id)
  const body = { tournamentEntryId: entry, amount: '25.00', stripePaymentIntentId: id }
  const funding = await call('/api/funding', { as, json: body })
  if (funding) expect([200, 201]).toContain(funding.status)
  if (funding) acknowledge('fundings', funding.body.id)
}

async function postUpdate(entry: string, as: Signed): Promise<void> {
  const json = { tournamentEntryId: entry, content: 'Lines in the water.' }
  const update = bodyOf(await call('/api/tournament-updates', { as, json }), 201)
  if (update) acknowledge('updates', update.id)
}

async function weighIn(entry: string, as: Signed): Promise<void> {
  const json = { weight: 1 + Math.floor(random() * 900), species: 'Blue Marlin' }
  const fish = bodyOf(await call(`/api/tournament-entries/${entry}/catches`, { as, json }), 201)
  if (fish) acknowledge('catches', fish.id)
}

async function addPicture(picture: Blob, as: Signed): Promise<void> {
  const form = new FormData()
  form.set('file', picture, 'boat.png')
  const image = bodyOf(await call('/api/images', { as, form }), 201)
  if (image) acknowledge('images', image.id)
}

async function addBoat(as: Signed): Promise<void> {
  const json = { name: 'Knot Working', captainName: 'Bo' }
  const boat = bodyOf(await call('/api/boats', { as, json }), 201)
  if (boat) acknowledge('boats', boat.id)
}

const partBytes = 65_536

/** @returns whether the server acknowledged every byte */
async function sendBytes(slot: UploadSlot, film: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (let offset = receivedBytes.get(slot) ?? 0; offset < film.length; ) {
    const response = await fetch(slot.uploadUrl.replace(/^https?:\/\/[^/]+/, server?.origin ?? ''), {
      method: 'PATCH',
      body: film.slice(offset, offset + partBytes),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    }).catch(() => null)
    if (!response) return false
    expect(response.status).toBe(204)
    offset = Number(response.headers.get('upload-offset'))
    receivedBytes.set(slot, offset)
  }
  return true
}

async function postVideo(film: Uint8Array<ArrayBuffer>, as: Signed): Promise<void> {
  const json = { fileName: 'video-1.webm', sizeBytes: film.length }
  const slot: UploadSlot | null = bodyOf(await call('/api/crew/videos/upload', { as, json }), 201)
  if (!slot) return
  if (!(await sendBytes(slot, film))) return
  receivedBytes.delete(slot)
  if (!bodyOf(await call(`/api/crew/videos/${slot.videoId}/complete`, { as, json: {} }), 200)) return
  acknowledge('crew_videos', slot.videoId)
  const fields = { videoId: slot.videoId, tag: 'Catch', visibility: 'Public' }
  const post = bodyOf(await call('/api/crew/posts', { as, json: fields }), 201)
  if (!post) return
  acknowledge('crew_posts', post.id)
  if (random() < 0.5) return
  const response = await call(`/api/crew/posts/${post.id}`, { as, method: 'DELETE' })
  // The server may delete the row without sending its response.
  acknowledgedIds.get('crew_posts')?.delete(post.id)
  acknowledgedIds.get('crew_videos')?.delete(slot.videoId)
  if (!response) return
  expect(response.status).toBe(204)
  deletedPosts.add(post.id)
}

async function deliverEvents(): Promise<void> {
  for (const event of stripe.takeEvents()) {
    const headers = { 'stripe-signature': event.signature }
    const response = await fetch(`${server?.origin}/api/stripe/webhook`, {
      method: 'POST',
      body: event.body,
      headers,
    }).catch(() => null)
    if (!response) return
    expect(response.status).toBe(200)
  }
}

async function expectNothingLost(db: RootDb): Promise<void> {
  expect(await findFaults(db)).toEqual([])
  for (const [table, ids] of acknowledgedIds) {
    const rows = await db.selectFrom(table).select('id').execute()
    const present = new Set<string>(rows.map(({ id }) => id))
    expect([table, [...ids].filter(id => !present.has(id))]).toEqual([table, []])
  }
  const posts = await db.selectFrom('crew_posts').select('id').execute()
  expect(posts.filter(({ id }) => deletedPosts.has(id))).toEqual([])
  for (const id of acknowledgedIds.get('images') ?? [])
    expect(existsSync(join(dataDir, 'uploads', 'images', `${id}.webp`))).toBe(true)
}

/** Runs the sweeps weeks later: every remaining file must belong to a row. */
async function expectNoFileLeft(db: RootDb): Promise<void> {
  const { deps } = await makeTestApp({ DATA_DIR: dataDir, FFMPEG_PATH: 'off' }, {}, db)
  // These create files.
  const kinds = videoJobKinds(deps).filter(
    ({ kind }) => kind === videoJobs.deleteFiles || kind === videoJobs.deleteOriginal,
  )
  try {
    // Sweeps remove unfinished uploads and unused images after 7 days, quarantined files after 14 more.
    for (const days of [8, 23]) {
      setSystemTime(Date.now() + days * 86_400_000)
      await sweepVideos(deps, { force: true })
      await sweepImages(deps, true)
      await new JobQueue(deps, kinds).drain()
    }
  } finally {
    setSystemTime()
  }
  const idsOf = async (table: 'crew_videos' | 'images') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }): string => id)
  const [videos, images] = [new Set(await idsOf('crew_videos')), new Set(await idsOf('images'))]
  const hasRow = (path: string) => {
    const [kind, place, id = ''] = path.split('/')
    if (kind === 'images') return images.has(place?.replace(/\.webp$/, '') ?? '')
    return kind === 'videos' && (place === 'stored' || place === 'incoming') && videos.has(id)
  }
  const remainingFiles = filesBelow(join(dataDir, 'uploads'))
  expect(remainingFiles.filter(path => !hasRow(path))).toEqual([])
  const others = readdirSync(dataDir).filter(name => !name.startsWith('db.before-restore-'))
  expect(others.sort()).toEqual(['db', 'uploads'])
}

/** @returns the exit code; null when killed */
async function runCommand(args: readonly string[], killAfterMs?: number): Promise<number | null> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await child.exited
  clearTimeout(timer)
  if (child.exitCode !== null && child.exitCode !== 0)
    throw new Error(`${args.join(' ')}: ${await new Response(child.stderr).text()}`)
  return child.exitCode
}

async function work(scene: Scene, film: Uint8Array<ArrayBuffer>, picture: Blob): Promise<void> {
  const { entry, organiser, captain, backers } = scene
  let isUp = true
  const loop = async (step: () => Promise<void>) => {
    while (isUp) {
      await step()
      // Unthrottled requests would starve images and videos.
      await Bun.sleep(20)
      isUp &&= await fetch(`${server?.origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    }
  }
  await Promise.all([
    ...backers.map(backer => loop(() => fundEntry(entry, backer))),
    loop(() => postUpdate(entry, captain)),
    loop(() => weighIn(entry, organiser)),
    loop(() => addPicture(picture, captain)),
    loop(() => addBoat(captain)),
    loop(() => postVideo(film, captain)),
    loop(deliverEvents),
  ])
}

async function resumeUploads(film: Uint8Array<ArrayBuffer>, as: Signed): Promise<void> {
  for (const [slot, bytes] of receivedBytes) {
    const head = await fetch(slot.uploadUrl.replace(/^https?:\/\/[^/]+/, server?.origin ?? ''), {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('upload-offset'))).toBeGreaterThanOrEqual(bytes)
    receivedBytes.set(slot, Number(head.headers.get('upload-offset')))
  }
  const [slot] = receivedBytes.keys()
  if (!slot) return
  expect(await sendBytes(slot, film)).toBe(true)
  receivedBytes.delete(slot)
  const path = `/api/crew/videos/${slot.videoId}/complete`
  bodyOf(await call(path, { as, json: {} }), 200)
  acknowledge('crew_videos', slot.videoId)
}

/** The backup holds the current state, so that the data are the same before and after the restore. */
async function killRestore(round: number): Promise<void> {
  const archive = join(scratch, `round-${round}.tar.gz`)
  await runCommand(['src/server/cli/backup.ts', archive])
  await runCommand(['src/server/cli/restore.ts', archive, '--force'], 100 + random() * 500)
  rmSync(archive)
}

test(`${rounds} times SIGKILL during mixed work, restores included, lose nothing (KILL_SEED=${seed})`, async () => {
  let scene: Scene | undefined
  dataDir = await makeDataDir(async db => {
    const base = await addScene(db)
    await setGoals(db, 100_000_000)
    scene = { ...base, backers: [await addSigned(db), await addSigned(db), await addSigned(db)] }
  })
  if (!scene) throw new Error('makeDataDir did not fill the database')
  const { captain } = scene
  const film = await Bun.file(clip({ seconds: 10, size: '64x48' })).bytes()
  const picture = new Blob([await Bun.file(join(root, 'docs/screenshots/crew.webp')).bytes()])
  server = await startServer({ DATA_DIR: dataDir, ...env })
  await resumeUploads(film, captain)
  for (let round = 1; round <= rounds; round++) {
    const { kill } = server
    awaitedTable = awaitedInTurn[round % awaitedInTurn.length] ?? 'fundings'
    acknowledgement = Promise.withResolvers()
    const working = work(scene, film, picture)
    // The first requests load code; the kill must interrupt work.
    await acknowledgement.promise
    await new Promise(done => setTimeout(done, random() * 300))
    await kill()
    await working
    await withDatabase(dataDir, expectNothingLost)
    if (round % roundsPerRestore === 0) await killRestore(round)
    server = await startServer({ DATA_DIR: dataDir, ...env })
    await resumeUploads(film, captain)
  }
  await deliverEvents()
  await server.kill()
  await withDatabase(dataDir, expectNothingLost)
  await withDatabase(dataDir, expectNoFileLeft)
}, 900_000)
