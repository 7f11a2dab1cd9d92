import type { LoadSize } from '../db/load.ts'
import { makeDataDir } from '../tests/support/server.ts'
import type { Figure } from './run.ts'
import { type Facts, makeDataset } from './support/dataset.ts'
import { cpuOf, generateLoad, memoryOf, removeDataDir, startServer } from './support/server.ts'

/**
 * 15 million fundings, of which 300,000 have a row:
 * each answer reads one page of them, whatever their number.
 */
const size: LoadSize = { tournaments: 5000, entries: 60, backers: 50, stored: 1, updates: 5000, years: 5 }
const connections = 8

const pagesOf = ({ tournament }: Facts) => [
  '/',
  '/tournaments',
  '/tournaments/all',
  '/tournaments/all?q=cup',
  '/tournaments/all?status=completed',
  '/kiosk',
  `/kiosk/${tournament}`,
  `/tournament/${tournament}`,
  '/boats',
  '/my-funding',
  '/crew-videos',
  '/api/tournaments',
  '/api/tournaments?status=completed',
  '/api/tournament-updates',
  '/api/leaderboard',
  '/api/leaderboard/totals',
  '/api/leaderboard/boards?limit=20',
]

export async function run(): Promise<Figure[]> {
  const dataDir = await makeDataDir()
  try {
    const facts = await makeDataset(dataDir, size, Date.now())
    const { origin, pid, stop } = await startServer(dataDir)
    const browse = async (paths: readonly string[]) => {
      const before = cpuOf(pid)
      await generateLoad({
        urls: paths.map(path => origin + path),
        headers: { cookie: facts.backer },
        connections,
        requests: paths.length,
      })
      return cpuOf(pid) - before
    }
    try {
      await Bun.sleep(3000)
      console.log(`at rest: ${memoryOf(pid).toFixed(0)} MB`)
      const pages = pagesOf(facts)
      for (const path of pages) console.log(`${path}: ${await browse([path])} ms of CPU at first`)
      await browse(facts.tournaments.map(id => `/api/tournaments/${id}`))
      console.log(`each tournament read once: ${memoryOf(pid).toFixed(0)} MB`)
      await browse(facts.tournaments.slice(0, 500).map(id => `/tournament/${id}`))
      await browse(Array.from({ length: 50 }, () => pages).flat())
      await Bun.sleep(3000)
      console.log(`browsed: ${memoryOf(pid).toFixed(0)} MB`)
      const name = 'memory at 5,000 tournaments × 60 boats × 50 backers, at most'
      return [{ name, value: memoryOf(pid, 'VmHWM'), limit: 512, unit: 'MB', against: 'the issue’s limit' }]
    } finally {
      await stop()
    }
  } finally {
    removeDataDir(dataDir)
  }
}
