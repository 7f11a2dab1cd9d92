import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { matchesAny } from '#client/api/invalidate.ts'
import { findRoute } from '#client/routes.ts'
import type { ChangeEvent } from '#contract/event-stream.ts'
import type { LoadSize } from '../db/load.ts'
import type { Figure } from './run.ts'
import { copyDataset, type Facts } from './support/dataset.ts'
import {
  cpuOf,
  generateFundings,
  generateLoad,
  type Load,
  median,
  memoryOf,
  removeDataDir,
  type Started,
  startPeer,
  startServer,
  weighIn,
} from './support/server.ts'

const connections = 32
const milliseconds = 2000
const requestCount = 2400
const rounds = 3

const { values: options } = parseArgs({ options: { years: { type: 'string', default: '5' } }, strict: false })
const years = Number(options.years)

/** `dense` is `bun run seed`'s: a third each upcoming, live and past. */
export const sizes = {
  '1 ×': { tournaments: 20, entries: 10, backers: 25, updates: 50, years, largest: 60 },
  '10 ×': { tournaments: 200, entries: 10, backers: 25, updates: 500, years, largest: 60 },
  '100 ×': { tournaments: 2000, entries: 10, backers: 25, updates: 5000, years, largest: 60 },
  dense: { tournaments: 200, entries: 10, backers: 25, updates: 500 },
} as const satisfies Record<string, LoadSize>

interface Row {
  name: string
  unit: string
  /** Limit in one column; `atLeast` for a share of a peer's. */
  limit?: ({ atMost: number } | { atLeast: number }) & { in?: '100 ×' }
  /** Largest allowed, from 1 × to 100 ×. */
  growth?: number
}

const rows = {
  homeCpu: { name: 'home, CPU a request', unit: 'ms', growth: 1.2 },
  homeMemberCpu: { name: 'home of a member without boats, CPU a request', unit: 'ms', growth: 1.2 },
  homeGzip: { name: 'home, HTML gzipped', unit: 'KB', limit: { atMost: 25 } },
  homeRaw: { name: 'home, HTML', unit: 'KB', limit: { atMost: 300, in: '100 ×' } },
  tournamentCpu: { name: 'tournament of 60 boats, CPU a request', unit: 'ms', growth: 1.2 },
  tournamentRaw: { name: 'tournament of 60 boats, HTML', unit: 'KB', limit: { atMost: 300, in: '100 ×' } },
  kioskCpu: { name: 'kiosk, CPU a request', unit: 'ms', growth: 1.2 },
  kioskRaw: { name: 'kiosk, HTML', unit: 'KB', limit: { atMost: 300, in: '100 ×' } },
  myFundingCpu: { name: 'My Funding of 500, CPU a request', unit: 'ms', growth: 1.2 },
  myFundingRaw: { name: 'My Funding of 500, HTML', unit: 'KB', limit: { atMost: 300, in: '100 ×' } },
  boatsCpu: { name: 'boats, CPU a request', unit: 'ms', growth: 1.2 },
  boatsRaw: { name: 'boats, HTML', unit: 'KB', limit: { atMost: 300, in: '100 ×' } },
  funding: { name: 'POST /api/funding against Express', unit: '×', limit: { atLeast: 1.2 } },
  fundingCpu: { name: 'POST /api/funding, CPU a request', unit: 'ms', growth: 1.2 },
  rest: { name: 'memory at rest', unit: 'MB', limit: { atMost: 100 } },
  browsing: { name: `memory after ${requestCount} requests`, unit: 'MB', growth: 1.5 },
  refetched: { name: 'answers to one home page after a weigh-in', unit: 'KB', limit: { atMost: 10 } },
} as const satisfies Record<string, Row>

type Values = Record<keyof typeof rows, number>

/** CPU milliseconds of the process a request, under load. */
async function cpuPerRequest(pid: number, load: Load): Promise<number> {
  const before = cpuOf(pid)
  const { requests } = await generateLoad(load)
  return (cpuOf(pid) - before) / requests
}

async function bytesOf(
  url: string,
  headers: Record<string, string>,
): Promise<{ raw: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> }> {
  const raw = await (await fetch(url, { headers })).bytes()
  return { raw, gzip: Bun.gzipSync(raw) }
}

/** Bytes of answers that a home page fetches again after one weigh-in. */
async function refetchedBytes(origin: string, facts: Facts): Promise<number> {
  const headers = { cookie: facts.backer, 'accept-encoding': 'gzip' }
  const paths =
    findRoute('/', true)
      .route.preload?.({}, '')
      .map(({ queryKey: [path] }) => path) ?? []
  const etags = new Map<string, string>()
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers })
    etags.set(path, answer.headers.get('etag') ?? '')
    await answer.arrayBuffer()
  }
  // Changes of earlier figures have been sent.
  await Bun.sleep(1000)
  const events = (
    await fetch(`${origin}/api/events`, { headers: { ...headers, accept: 'text/event-stream' } })
  ).body
  if (!events) throw new Error('no event stream')
  let text = ''
  let change: ChangeEvent | undefined
  for await (const chunk of events.pipeThrough(new TextDecoderStream())) {
    // Heavier than all others: standings change.
    if (text === '') await weighIn(origin, facts, 900)
    text += chunk
    const data = /event: change\n(?:.+\n)*?data: (.+)\n\n/.exec(text)?.[1]
    if (data !== undefined) {
      change = JSON.parse(data)
      break
    }
  }
  if (!change) throw new Error('no change was sent')
  const { lists } = change
  let bytes = 0
  for (const path of paths.filter(one => matchesAny(one, lists))) {
    const answer = await fetch(origin + path, {
      headers: { ...headers, 'if-none-match': etags.get(path) ?? '' },
      decompress: false,
    })
    bytes += (await answer.arrayBuffer()).byteLength
  }
  return bytes
}

/** Every tournament by the API, and pages in between; the same number of requests for every size. */
function browsing(origin: string, { tournaments, backer }: Facts): Load {
  const others = ['/', '/kiosk', '/boats', '/my-funding', '/crew-videos', '/api/tournaments']
  const urls = Array.from({ length: requestCount }, (_, n) => {
    const turn = Math.floor(n / 6)
    const id = tournaments[(n - turn) % tournaments.length] ?? ''
    if (n % 6 < 5) return `/api/tournaments/${id}`
    return turn % 3 < 2 ? `/tournament/${id}` : (others[Math.floor(turn / 3) % others.length] ?? '/')
  })
  return {
    urls: urls.map(url => origin + url),
    headers: { cookie: backer },
    connections: 4,
    requests: requestCount,
  }
}

async function fundings(server: Started, dataDir: string, facts: Facts) {
  const express = await startPeer('peer-express.ts', { args: [join(dataDir, 'express.sqlite')] })
  const perSecond = (origin: string, entry: string) =>
    generateFundings([origin], entry, facts.funders, milliseconds)
  try {
    const [theirs, ours, cpu]: number[][] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      theirs?.push(await perSecond(express.origin, 'entry'))
      const before = cpuOf(server.pid)
      const done = await perSecond(server.origin, facts.entry)
      cpu?.push((cpuOf(server.pid) - before) / ((done * milliseconds) / 1000))
      ours?.push(done)
    }
    return { funding: median(ours ?? []) / median(theirs ?? []), fundingCpu: median(cpu ?? []) }
  } finally {
    await express.stop()
  }
}

async function measure(size: LoadSize): Promise<Values> {
  const { dataDir, facts } = await copyDataset(size)
  const server = await startServer(dataDir)
  const { origin, pid } = server
  const headers = { cookie: facts.backer }
  try {
    await Bun.sleep(3000)
    const rest = memoryOf(pid)
    await generateLoad(browsing(origin, facts))
    await Bun.sleep(3000)
    const browsingMemory = memoryOf(pid)

    const cpu = (path: string, cookie = facts.backer) =>
      cpuPerRequest(pid, { urls: [origin + path], headers: { cookie }, connections, milliseconds })
    const tournament = `/tournament/${facts.tournament}`
    const homeCpu = await cpu('/')
    const homeMemberCpu = await cpu('/', facts.funders[0])
    const home = await bytesOf(`${origin}/`, headers)
    const kilobytes = async (path: string) => (await bytesOf(origin + path, headers)).raw.length / 1024
    return {
      rest,
      browsing: browsingMemory,
      homeCpu,
      homeMemberCpu,
      homeGzip: home.gzip.length / 1024,
      homeRaw: home.raw.length / 1024,
      tournamentCpu: await cpu(tournament),
      tournamentRaw: await kilobytes(tournament),
      kioskCpu: await cpu('/kiosk'),
      kioskRaw: await kilobytes('/kiosk'),
      myFundingCpu: await cpu('/my-funding'),
      myFundingRaw: await kilobytes('/my-funding'),
      boatsCpu: await cpu('/boats'),
      boatsRaw: await kilobytes('/boats'),
      refetched: (await refetchedBytes(origin, facts)) / 1024,
      ...(await fundings(server, dataDir, facts)),
    }
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
}

/** Prints a table of each figure at each size, and returns those with a limit. */
export async function run(): Promise<Figure[]> {
  const columns: [string, Values][] = []
  for (const [name, size] of Object.entries(sizes)) {
    columns.push([name, await measure(size)])
    console.log(`measured ${name}`)
  }
  const at = (column: string, key: keyof Values) =>
    columns.find(([name]) => name === column)?.[1][key] ?? Number.NaN
  const keys = Object.keys(rows) as (keyof Values)[]
  console.log(`| figure | unit | ${columns.map(([name]) => name).join(' | ')} | 100 × : 1 × |`)
  console.log(`|---|---|${columns.map(() => '--:|').join('')}--:|`)
  for (const key of keys) {
    const cells = [...columns.map(([, values]) => values[key]), at('100 ×', key) / at('1 ×', key)]
    console.log(
      `| ${rows[key].name} | ${rows[key].unit} | ${cells.map(cell => cell.toPrecision(3)).join(' | ')} |`,
    )
  }
  return keys.flatMap((key): Figure[] => {
    const { name, unit, limit, growth }: Row = rows[key]
    const column = limit?.in ?? 'dense'
    const value = at(column, key)
    const figures: Figure[] = []
    if (limit && 'atLeast' in limit)
      figures.push({ name, value: 1 / value, limit: 1 / limit.atLeast, unit: '× slower', against: column })
    if (limit && 'atMost' in limit) figures.push({ name, value, limit: limit.atMost, unit, against: column })
    if (growth !== undefined) {
      const value = at('100 ×', key) / at('1 ×', key)
      figures.push({ name: `${name}, growth`, value, limit: growth, unit: '×', against: '100 × against 1 ×' })
    }
    return figures
  })
}
