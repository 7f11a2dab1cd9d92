import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { type PostgresServer, startPostgres } from '../../../../scripts/test-postgres.ts'
import { addScene, addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { makeRandom } from '../../../../tests/support/random.ts'
import { S3Double } from '../../../../tests/support/s3-double.ts'
import { type ServerProcess, startServer } from '../../../../tests/support/server.ts'
import { setGoals } from '../../../../tests/support/states.ts'
import { PostgresDb } from './connection.ts'

/** Kills one of two processes, or PostgreSQL, under load. `KILL_SEED` repeats a run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 4)
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const random = makeRandom(seed)

const bucket = new S3Double()
let postgres: PostgresServer
let servers: ServerProcess[] = []
let db: PostgresDb
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
  const env = { ...bucket.env, DATABASE_URL: postgres.url, STORAGE: `s3://${bucket.bucket}` }
  servers = await Promise.all([startServer(env), startServer(env)])
  db = new PostgresDb(postgres.url, { max: 2 })
})
afterAll(async () => {
  await Promise.all([...servers.map(server => server.remove()), db.destroy(), bucket.stop()])
  await postgres.stop()
})

/** Ids that were acknowledged. */
const acknowledgedIds = { fundings: new Set<string>(), catches: new Set<string>(), boats: new Set<string>() }
let answers = 0

/** The server may die, or PostgreSQL be away: nothing is acknowledged then. */
async function post(as: Signed, path: string, json: object): Promise<{ id: string } | null> {
  const { origin } = servers[Math.floor(random() * servers.length)] ?? {}
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(json),
  }).catch(() => null)
  const body = await answer?.text().catch(() => null)
  if (answer === null || body === null || body === undefined || answer.status === 503) return null
  expect([path, answer.status, body]).toEqual([path, 201, body])
  answers += 1
  return JSON.parse(body)
}

test(`${rounds} rounds of kills lose nothing that was acknowledged, and double nothing (seed ${seed})`, async () => {
  const scene = await addScene(db)
  await setGoals(db, 1_000_000_000)
  const backers = await Promise.all([addSigned(db), addSigned(db), addSigned(db)])
  let isOver = false
  let intents = 0
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) await work()
  }
  const load = Promise.all([
    ...backers.map(as =>
      repeat(async () => {
        const json = {
          tournamentEntryId: scene.entry,
          amount: '25.00',
          stripePaymentIntentId: `pi_mock_${process.pid}_${++intents}`,
        }
        const funding = await post(as, '/api/funding', json)
        if (funding) acknowledgedIds.fundings.add(funding.id)
      }),
    ),
    repeat(async () => {
      const json = { weight: 1 + Math.floor(random() * 900), species: 'Blue Marlin' }
      const fish = await post(scene.organiser, `/api/tournament-entries/${scene.entry}/catches`, json)
      if (fish) acknowledgedIds.catches.add(fish.id)
    }),
    repeat(async () => {
      const boat = await post(scene.captain, '/api/boats', { name: 'Knot Working', captainName: 'Bo' })
      if (boat) acknowledgedIds.boats.add(boat.id)
    }),
  ])
  const untilAnswered = async (most: number) => {
    const goal = answers + 1 + Math.floor(random() * most)
    while (answers < goal) await Bun.sleep(5)
  }
  for (let round = 0; round < rounds; round++) {
    await untilAnswered(40)
    const victim = round % 3 === 2 ? postgres : servers[Math.floor(random() * servers.length)]
    if (victim === postgres) await postgres.crash()
    else await servers.find(server => server === victim)?.kill()
    await victim?.start()
  }
  await untilAnswered(10)
  isOver = true
  await load
  expect(await findFaults(db)).toEqual([])
  for (const table of ['fundings', 'catches', 'boats'] as const) {
    const rows = await db.selectFrom(table).select('id').execute()
    const present = new Set<string>(rows.map(({ id }) => id))
    expect([table, [...acknowledgedIds[table]].filter(id => !present.has(id))]).toEqual([table, []])
  }
  const duplicates = await db
    .selectFrom('fundings')
    .select('intent_id')
    .groupBy('intent_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  expect(duplicates).toEqual([])
}, 600_000)
