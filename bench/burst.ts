import { inTransaction } from '#server/db/connection.ts'
import { addSigned } from '../tests/support/factories.ts'
import { withDatabase } from '../tests/support/server.ts'
import { sizes } from './growth.ts'
import type { Burst, BurstResult } from './peer-burst.ts'
import type { Figure } from './run.ts'
import { copyDataset, type Facts } from './support/dataset.ts'
import { cpuOf, generateLoad, removeDataDir, runPeer, startServer, weighIn } from './support/server.ts'

const people = 2000
const milliseconds = 10_000
const weighInsPerSecond = 2

const signIn = (dataDir: string): Promise<string[]> =>
  withDatabase(dataDir, db =>
    inTransaction(db, async trx => {
      const cookies: string[] = []
      for (let n = 0; n < people; n++) cookies.push((await addSigned(trx)).cookie)
      return cookies
    }),
  )

/** Each is heavier than the one before, and none waits for it. @returns milliseconds of each */
function weighMeanwhile(origin: string, facts: Facts): Promise<number[]> {
  const count = (milliseconds / 1000) * weighInsPerSecond
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await Bun.sleep((n * 1000) / weighInsPerSecond)
      return weighIn(origin, facts, n + 1)
    }),
  )
}

const openAll = async (burst: Burst): Promise<BurstResult> =>
  JSON.parse(await runPeer('peer-burst.ts', { input: burst }))

/** Signed-in people open a live tournament of 60 boats within ten seconds, during weigh-ins. */
export async function run(): Promise<Figure[]> {
  const { dataDir, facts } = await copyDataset(sizes['10 ×'])
  const cookies = await signIn(dataDir)
  const server = await startServer(dataDir)
  try {
    const url = `${server.origin}/tournament/${facts.tournament}`
    // Warm-up.
    await generateLoad({ urls: [url], headers: { cookie: facts.backer }, connections: 16, requests: 300 })
    const before = cpuOf(server.pid)
    const [result, weighInTimes] = await Promise.all([
      openAll({ url, cookies, milliseconds }),
      weighMeanwhile(server.origin, facts),
    ])
    const busy = (cpuOf(server.pid) - before) / milliseconds
    const pages = `median ${result.p50.toFixed(0)} ms; ${(busy * 100).toFixed(0)} % of a core`
    return [
      {
        name: `pages of ${people} that were not answered`,
        value: people - result.answered,
        limit: 0.5,
        unit: 'pages',
        against: 'none',
      },
      { name: 'a page, 99th percentile', value: result.p99, limit: 1000, unit: 'ms', against: pages },
      { name: 'a page, the slowest', value: result.slowest, limit: 2000, unit: 'ms', against: pages },
      {
        name: `a weigh-in, the slowest of ${weighInTimes.length}`,
        value: Math.max(...weighInTimes),
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
