import { gzipSync } from 'bun'
import type { Figure } from './run.ts'
import { copyDataset } from './support/dataset.ts'
import { cpuOf, generateLoad, removeDataDir, startServer } from './support/server.ts'

/** One live tournament has 60 boats. */
const size = { tournaments: 200, entries: 10, backers: 25, updates: 500, years: 5, largest: 60 }
const connections = 16
const requests = 300

const kb = (bytes: number) => bytes / 1000

/** CPU, HTML and gzipped bytes of the busiest pages. */
export async function run(): Promise<Figure[]> {
  const { dataDir, facts } = await copyDataset(size)
  const server = await startServer(dataDir)
  const pages = [
    { name: 'landing', path: '/', cpu: 5, html: 90 },
    { name: 'home', path: '/', cookie: facts.backer, cpu: 5, html: 90 },
    { name: 'tournament', path: `/tournament/${facts.tournament}`, cookie: facts.backer, cpu: 5, html: 90 },
    { name: 'kiosk', path: '/kiosk', cpu: 4, html: 90 },
    { name: 'My Funding of 500', path: '/my-funding', cookie: facts.backer, cpu: 8, html: 90 },
    { name: 'boats', path: '/boats', cookie: facts.backer, cpu: 4, html: 40 },
  ]
  try {
    const figures: Figure[] = []
    for (const { name, path, cookie = '', cpu, html } of pages) {
      const load = { urls: [server.origin + path], headers: { cookie }, connections, requests }
      // Warm-up.
      await generateLoad(load)
      const before = cpuOf(server.pid)
      const made = await generateLoad(load)
      const spent = (cpuOf(server.pid) - before) / made.requests
      const bytes = await (await fetch(server.origin + path, { headers: { cookie } })).bytes()
      const against = 'the target of rendering without a cache'
      figures.push(
        { name: `${name}, CPU a request`, value: spent, limit: cpu, unit: 'ms', against },
        { name: `${name}, HTML`, value: kb(bytes.length), limit: html, unit: 'KB', against },
        { name: `${name}, HTML gzipped`, value: kb(gzipSync(bytes).length), limit: 25, unit: 'KB', against },
      )
    }
    return figures
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
}
