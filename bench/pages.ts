import { gzipSync } from 'bun'
import type { TournamentId } from '#contract/ids.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { load } from '../db/load.ts'
import { withDatabase } from '../tests/support/server.ts'
import { sizes as growthSizes } from './growth.ts'
import type { Figure } from './run.ts'
import { copyDataset, type Facts } from './support/dataset.ts'
import { cpuOf, generateLoad, removeDataDir, type Started, startServer } from './support/server.ts'

/** One live tournament has 60 boats. */
const size = growthSizes['10 ×']
const connections = 16

interface Limits {
  /** Milliseconds of a request. */
  cpu: number
  /** KB. */
  html: number
  gzip: number
}

interface Measured extends Limits {
  name: string
  path: string
  cookie?: string
  requests: number
}

const target = { cpu: 5, html: 90, gzip: 25 }

/** Pages with a target of their own, which many requests measure. */
const busiest = ({ backer, tournament }: Facts): Measured[] => {
  const page = { ...target, cookie: backer, requests: 300 }
  return [
    { ...page, name: 'landing', path: '/', cookie: '' },
    { ...page, name: 'home', path: '/' },
    { ...page, name: 'tournament', path: `/tournament/${tournament}` },
    { ...page, name: 'kiosk', path: '/kiosk', cpu: 4 },
    { ...page, name: 'My Funding of 500', path: '/my-funding', cpu: 8 },
    { ...page, name: 'boats', path: '/boats', cpu: 4, html: 40 },
  ]
}

const sections = ['checklist', 'entries', 'weigh-in', 'updates', 'fundings', 'results', 'staff', 'settings']

/** Boats of a tournament, and the most that its pages may need. */
const sizes: readonly (readonly [boats: number, limits: Limits])[] = [
  [0, target],
  [60, { ...target, cpu: 8 }],
  [300, { cpu: 20, html: 400, gzip: 60 }],
]

/** Pages of the tournament that its organiser reads. */
const ofTournament = (id: TournamentId): [name: string, path: string][] => [
  ['tournament', `/tournament/${id}`],
  ['its kiosk', `/kiosk/${id}`],
  ['its QR code', `/tournament/${id}/board`],
  ...sections.map((each): [string, string] => [each, `/tournament/${id}/manage?section=${each}`]),
]

const others = [
  ...['/tournaments', '/tournaments/all', '/my-tournaments', '/create-tournament', '/add-boat', '/notices'],
  ...['/account', '/account/notifications', '/crew-videos'],
]

/** Adds a live tournament with so many boats and two updates each. */
const addLive = (dataDir: string, boats: number): Promise<TournamentId> =>
  withDatabase(dataDir, async db => {
    const latest = db.selectFrom('tournaments').select(['id', 'organiser_id']).orderBy('id', 'desc')
    const { organiser_id } = await latest.executeTakeFirstOrThrow()
    const live = { tournaments: 1, entries: boats, backers: 0, updates: 2 * boats, years: 5 }
    await load(db, live, organiser_id, Date.now())
    return (await latest.executeTakeFirstOrThrow()).id
  })

const kb = (bytes: number) => bytes / 1000

async function measure(server: Started, page: Measured): Promise<Figure[]> {
  const { name, path, cookie = '', requests } = page
  const url = server.origin + path
  const work = { urls: [url], headers: { cookie }, connections, requests }
  // Code is compiled in several steps.
  await generateLoad({ ...work, requests: 3 * requests })
  const before = cpuOf(server.pid)
  const load = await generateLoad(work)
  const cpu = (cpuOf(server.pid) - before) / load.requests
  const bytes = await (await fetch(url, { headers: { cookie } })).bytes()
  const against = 'the target of rendering without a cache'
  return [
    { name: `${name}, CPU a request`, value: cpu, limit: page.cpu, unit: 'ms', against },
    { name: `${name}, HTML`, value: kb(bytes.length), limit: page.html, unit: 'KB', against },
    {
      name: `${name}, HTML gzipped`,
      value: kb(gzipSync(bytes).length),
      limit: page.gzip,
      unit: 'KB',
      against,
    },
  ]
}

async function measureAll(server: Started, pages: readonly Measured[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const page of pages) figures.push(...(await measure(server, page)))
  return figures
}

async function withServer<T>(dataDir: string, run: (server: Started) => Promise<T>): Promise<T> {
  const server = await startServer(dataDir)
  try {
    return await run(server)
  } finally {
    await server.stop()
  }
}

/** CPU of one page against another's, in turns: a machine's speed changes within a minute. */
async function compare(server: Started, page: string, other: string, cookie: string): Promise<number> {
  const cpuTimes = new Map([
    [page, 0],
    [other, 0],
  ])
  for (let round = 0; round < 8; round += 1)
    for (const [path, before] of cpuTimes) {
      const start = cpuOf(server.pid)
      await generateLoad({ urls: [server.origin + path], headers: { cookie }, connections, requests: 300 })
      cpuTimes.set(path, before + cpuOf(server.pid) - start)
    }
  return (cpuTimes.get(page) ?? Number.NaN) / (cpuTimes.get(other) ?? Number.NaN)
}

/** Scores a tournament by five fish and the biggest one. @throws the server's answer */
async function addRules({ origin }: Started, id: TournamentId, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/tournaments/${id}/rules`, {
    method: 'PUT',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ rules: preset('five-fish', { days: [], timeZone: 'UTC' }), reason: 'Measured' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/**
 * CPU, HTML and gzipped bytes of the site's pages, and of a tournament's with 0, 60 and 300 boats; and with rules, where
 * a page may cost a tenth more than the same one without.
 */
export async function run(): Promise<Figure[]> {
  const { dataDir, facts } = await copyDataset(size)
  const read = { cookie: facts.organiser, requests: 100 }
  try {
    const site = others.map(path => ({ ...target, ...read, cpu: 8, name: path, path }))
    const figures = await withServer(dataDir, server => measureAll(server, [...busiest(facts), ...site]))
    const pages: Measured[] = []
    for (const [boats, limits] of sizes) {
      const id = await addLive(dataDir, boats)
      for (const [name, path] of ofTournament(id))
        pages.push({ ...limits, ...read, name: `${boats} boats: ${name}`, path })
    }
    const plain = `/tournament/${await addLive(dataDir, size.largest)}`
    const ruledId = await addLive(dataDir, size.largest)
    const withRules = `/tournament/${ruledId}`
    // Last: a server that has rendered few pages takes twice the time.
    pages.push({
      ...target,
      cookie: facts.backer,
      requests: 300,
      name: 'tournament with rules',
      path: withRules,
    })
    const more = await withServer(dataDir, async server => {
      await addRules(server, ruledId, facts.organiser)
      const pageFigures = await measureAll(server, pages)
      const value = await compare(server, withRules, plain, facts.backer)
      const name = 'tournament with rules, CPU a request'
      return [...pageFigures, { name, value, limit: 1.1, unit: '×', against: 'the same boats without rules' }]
    })
    return [...figures, ...more]
  } finally {
    removeDataDir(dataDir)
  }
}
