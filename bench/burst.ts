import { join } from 'node:path'
import { inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { addSigned } from '../tests/support/factories.ts'
import type { Burst, BurstResult } from './peer-burst.ts'
import type { Figure } from './run.ts'
import { copyDataset, type Facts } from './support/dataset.ts'
import { cpuOf, generateLoad, removeDataDir, startServer } from './support/server.ts'

const size = { tournaments: 200, entries: 10, backers: 25, updates: 500, years: 5, largest: 60 }
const people = 2000
const milliseconds = 10_000
const weighInsPerSecond = 2

async function signIn(dataDir: string): Promise<string[]> {
  const db = makeDb(openDatabase(join(dataDir, 'db', 'reelstake.sqlite')))
  const cookies = await inTransaction(db, async trx => {
    const signed: string[] = []
    for (let n = 0; n < people; n++) signed.push((await addSigned(trx)).cookie)
    return signed
  })
  await db.destroy()
  return cookies
}

/** Each is heavier than the one before. @returns milliseconds */
async function weigh(origin: string, { entry, organiser }: Facts, n: number): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${origin}/api/tournament-entries/${entry}/catches`, {
    method: 'POST',
    headers: { cookie: organiser, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ weight: n + 1, species: 'Wahoo' }),
  })
  if (response.status !== 201) throw new Error(`a weigh-in answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - start
}

/** @returns milliseconds of each; none waits for the one before */
function weighMeanwhile(origin: string, facts: Facts): Promise<number[]> {
  const count = (milliseconds / 1000) * weighInsPerSecond
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await Bun.sleep((n * 1000) / weighInsPerSecond)
      return weigh(origin, facts, n)
    }),
  )
}

async function openAll(burst: Burst): Promise<BurstResult> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'peer-burst.ts')], {
    stdio: [new Blob([JSON.stringify(burst)]), 'pipe', 'inherit'],
  })
  return new Response(child.stdout).json()
}

/** Signed-in people open a live tournament of 60 boats within ten seconds, during weigh-ins. */
export async function run(): Promise<Figure[]> {
  const { dataDir, facts } = await copyDataset(size)
  const cookies = await signIn(dataDir)
  const server = await startServer(dataDir)
  try {
    const url = `${server.origin}/tournament/${facts.tournament}`
    // Warm-up.
    await generateLoad({ urls: [url], headers: { cookie: facts.backer }, connections: 16, requests: 300 })
    const before = cpuOf(server.pid)
    const [opened, weighed] = await Promise.all([
      openAll({ url, cookies, milliseconds }),
      weighMeanwhile(server.origin, facts),
    ])
    const busy = (cpuOf(server.pid) - before) / milliseconds
    const pages = `median ${opened.p50.toFixed(0)} ms; ${(busy * 100).toFixed(0)} % of a core`
    return [
      {
        name: `pages of ${people} that were not answered`,
        value: people - opened.answered,
        limit: 0.5,
        unit: 'pages',
        against: 'none',
      },
      { name: 'a page, 99th percentile', value: opened.p99, limit: 1000, unit: 'ms', against: pages },
      { name: 'a page, the slowest', value: opened.slowest, limit: 2000, unit: 'ms', against: pages },
      {
        name: `a weigh-in, the slowest of ${weighed.length}`,
        value: Math.max(...weighed),
        limit: 400,
        unit: 'ms',
        against: `${weighInsPerSecond} a second meanwhile`,
      },
    ]
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
}
