import { afterAll, expect, test } from 'bun:test'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import type { UploadSlot } from '#contract/videos/crew-videos.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { addScene, addSigned, type Signed } from './support/factories.ts'
import { type ServerProcess, startServer, withDatabase } from './support/server.ts'
import { StripeDouble } from './support/stripe-double.ts'
import { until } from './support/until.ts'

/** Runs the server on a 30 MB tmpfs that the test fills. */

const root = join(import.meta.dir, '..')
const mount = mkdtempSync(join(tmpdir(), 'reelstake-full-disk-'))
const dataDir = join(mount, 'data')
const stripe = new StripeDouble()
let server: ServerProcess | undefined

afterAll(async () => {
  await server?.kill()
  await stripe.stop()
  Bun.spawnSync(['umount', '--lazy', mount])
  rmSync(mount, { recursive: true, force: true })
})

const ballast = join(mount, 'ballast')
/** Freed with the ballast, so that there is room for a WAL of its usual size. */
const reserve = join(mount, 'reserve')

function fillDisk(): void {
  const file = openSync(ballast, 'a')
  try {
    for (let bytes = 1 << 20; bytes >= 1; )
      try {
        if (writeSync(file, new Uint8Array(bytes)) < bytes) bytes >>= 1
      } catch {
        bytes >>= 1
      }
  } finally {
    closeSync(file)
  }
}

const freeDisk = () => {
  for (const file of [ballast, reserve]) rmSync(file, { force: true })
}

interface Answer {
  status: number
  message: string
  body: Record<string, unknown>
}

async function call(path: string, as: Signed | null, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(`${server?.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(as && { cookie: as.cookie }),
      'sec-fetch-site': 'same-origin',
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const content = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, message: content.message ?? content.msg ?? '', body: content }
}

const acknowledgedIds = {
  fundings: new Set<string>(),
  updates: new Set<string>(),
  catches: new Set<string>(),
}

/** Records an acknowledged row; any status but 200, 201 and 507 fails. */
function note(table: keyof typeof acknowledgedIds | null, answer: Answer): Answer {
  expect([200, 201, 507], JSON.stringify(answer)).toContain(answer.status)
  if (table !== null && answer.status < 300) acknowledgedIds[table].add(String(answer.body.id))
  return answer
}

test('a disk of 30 MB that fills up during uploads, fundings and a backup gives clear errors, loses nothing acknowledged, and works again without a restart', async () => {
  const mountResult = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', mount])
  if (mountResult.exitCode !== 0)
    throw new Error(`this test mounts a disk of its own, as root: ${mountResult.stderr.toString()}`)
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  writeFileSync(reserve, new Uint8Array(6_000_000))
  const { entry, organiser, captain, backers } = await withDatabase(dataDir, async (db, database) => {
    await migrate(database, db)
    const scene = await addScene(db)
    const backers: Signed[] = []
    for (let n = 0; n < 20; n += 1) backers.push(await addSigned(db))
    return { ...scene, backers }
  })
  server = await startServer({ DATA_DIR: dataDir, ...stripe.env, AUTH_AUTOCONFIRM: 'on' })

  const account = { email: 'ann@example.org', password: 'correct horse' }
  expect((await call('/auth/v1/signup', null, account)).status).toBe(200)
  const intents: { as: Signed; id: string }[] = []
  for (const as of backers) {
    const json = { amount: 25, tournamentEntryId: entry }
    const { body } = await call('/api/create-payment-intent', as, json)
    const id = String(body.clientSecret).split('_secret')[0] ?? ''
    intents.push({ as, id })
  }
  /** Pays late, because the server reads the provider's events soon after its start. */
  const fund = async ({ as, id }: { as: Signed; id: string }) => {
    if (stripe.intent(id).status !== 'succeeded') stripe.pay(id)
    const json = { tournamentEntryId: entry, amount: '25.00', stripePaymentIntentId: id }
    return note('fundings', await call('/api/funding', as, json))
  }
  const update = async () =>
    note(
      'updates',
      await call('/api/tournament-updates', captain, {
        tournamentEntryId: entry,
        content: 'Lines in the water. '.repeat(20),
      }),
    )
  const weighIn = async () =>
    note(
      'catches',
      await call(`/api/tournament-entries/${entry}/catches`, organiser, {
        weight: 100,
        species: 'Blue Marlin',
      }),
    )
  const signIn = async () => note(null, await call('/auth/v1/token?grant_type=password', null, account))
  const signInOnPage = async () => note(null, await call('/api/auth/sign-in', null, account))
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const addPicture = async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'boat.png')
    return note(null, await call('/api/images', captain, form))
  }
  const upload = async (bytes: number) => {
    const answer = await call('/api/crew/videos/upload', captain, { fileName: 'a.webm', sizeBytes: bytes })
    note(null, answer)
    if (answer.status !== 201) return answer
    const { uploadUrl } = answer.body as unknown as UploadSlot
    const response = await fetch(uploadUrl.replace(/^https?:\/\/[^/]+/, server?.origin ?? ''), {
      method: 'PUT',
      body: new Uint8Array(bytes),
    })
    const text = await response.text()
    return note(null, {
      status: response.status === 204 ? 200 : response.status,
      message: text.startsWith('{') ? JSON.parse(text).message : text,
      body: {},
    })
  }

  const [first, second, ...later] = intents
  if (!first || !second) throw new Error('no backers')
  for (const answer of [
    await fund(first),
    await update(),
    await weighIn(),
    await addPicture(),
    await signIn(),
  ])
    expect(answer.status).toBeLessThan(300)

  let isUploading = true
  const refusedUploads: Answer[] = []
  const uploads = (async () => {
    while (isUploading) {
      const answer = await upload(3_000_000)
      if (answer.status === 507) refusedUploads.push(answer)
      if (refusedUploads.length > 0) isUploading = false
    }
  })()
  const backup = Bun.spawn([process.execPath, 'src/server/cli/backup.ts', join(mount, 'backup.tar')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await uploads
  fillDisk()
  const backupSays = await new Response(backup.stderr).text()
  if ((await backup.exited) !== 0) expect(backupSays).toMatch(/disk|space|room|full/i)
  fillDisk()
  expect(refusedUploads[0]?.message).toMatch(/disk|room|space/i)

  // The WAL has some room left, so each write is repeated until it fails.
  const repeatUntilRefused = async (write: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await write()
      if (answer.status === 507) return answer
    }
  }
  for (const write of [update, weighIn, signIn, signInOnPage, addPicture])
    expect((await repeatUntilRefused(write)).message).toMatch(/disk/)
  expect((await repeatUntilRefused(signIn)).body).toMatchObject({
    code: 507,
    error_code: 'unexpected_failure',
  })
  expect((await repeatUntilRefused(signInOnPage)).body.error).toBe('no_room')
  const pendingIntents: typeof intents = []
  for (const intent of [second, ...later]) {
    const answer = await fund(intent)
    if (answer.status !== 507) continue
    pendingIntents.push(intent)
    expect(answer.message).toBe(fundingTexts.checking)
  }
  expect(pendingIntents.length).toBeGreaterThan(0)
  expect((await call('/api/tournaments', backers[0] ?? null)).status).toBe(200)
  expect((await call('/', null)).status).toBe(200)
  expect((await call('/healthz', null)).status).toBe(503)

  freeDisk()
  for (const intent of pendingIntents) expect((await fund(intent)).status).toBeLessThan(300)
  for (const answer of [
    await update(),
    await weighIn(),
    await signIn(),
    await signInOnPage(),
    await addPicture(),
  ])
    expect(answer.status).toBeLessThan(300)
  expect((await upload(100_000)).status).toBe(200)
  await until(async () => (await call('/healthz', null)).status === 200)
  const outbox = join(dataDir, 'db', 'outbox')
  const receipts = () =>
    existsSync(outbox) ? readdirSync(outbox).filter(name => name.includes('mail-money-receipt')) : []
  await until(() => receipts().length >= acknowledgedIds.fundings.size)

  await server.kill()
  await withDatabase(dataDir, async db => {
    expect(await findFaults(db)).toEqual([])
    for (const table of ['fundings', 'updates', 'catches'] as const) {
      const rows = await db.selectFrom(table).select('id').execute()
      const present = new Set<string>(rows.map(({ id }) => id))
      expect([...acknowledgedIds[table]].filter(id => !present.has(id))).toEqual([])
    }
  })
}, 120_000)

test('a start on a full disk reports it in one line', async () => {
  fillDisk()
  const result = await startServer({ DATA_DIR: join(mount, 'another') }).catch((error: Error) => error)
  expect(result instanceof Error ? result.message : 'started').toBe(
    'the server did not start: Reelstake cannot start: the disk of DATA_DIR is full. Free some space (df shows how much there is), and try again.\n',
  )
  freeDisk()
}, 60_000)
