import type { Db } from '#server/db/connection.ts'
import { PostgresDb } from '#server/db/postgres/connection.ts'
import { migrate as migratePostgres } from '#server/db/postgres/migrate.ts'
import { startPostgres } from '../scripts/test-postgres.ts'
import { addSigned } from '../tests/support/factories.ts'
import { PostgresProxy } from '../tests/support/postgres-proxy.ts'
import { S3Double } from '../tests/support/s3-double.ts'
import { withDatabase } from '../tests/support/server.ts'
import { openStreams } from './events.ts'
import type { Figure } from './run.ts'
import {
  generateFundings,
  generateLoad,
  median,
  newDataDir,
  removeDataDir,
  type Started,
  startServer,
  weighIn,
} from './support/server.ts'
import { fillBenchSite, startBenchSite } from './support/site.ts'

const milliseconds = 4000
const connections = 32
const streams = 2000
const changes = 5

type Facts = Awaited<ReturnType<typeof fillBenchSite>>

interface Row {
  home: number
  tournament: number
  fundings: number
  deliveryMs: number
}

/** Measures processes that serve one site. Asks each in turn. */
async function measure(servers: readonly Started[], facts: Facts, db: Db): Promise<Row> {
  const origins = servers.map(({ origin }) => origin)
  const pages = async (path: string) => {
    const urls = origins.map(origin => origin + path)
    // Each process compiles the page.
    const requests = 300 * origins.length
    await generateLoad({ urls, headers: { cookie: facts.organiser }, connections: 8, requests })
    const load = { urls, headers: { cookie: facts.organiser }, connections: 16, milliseconds }
    return (await generateLoad(load)).perSecond
  }
  const home = await pages('/')
  const tournament = await pages(`/tournament/${facts.tournament}`)
  const fundings = await fund(origins, facts, db)
  const ports = origins.map(origin => new URL(origin).port).join(',')
  const { driver, lines } = openStreams('127.0.0.1', ports, streams)
  const delays: number[] = []
  try {
    await lines.next()
    await Bun.sleep(1000)
    for (let n = 0; n < changes; n++) {
      const start = Date.now()
      await weighIn(origins[n % origins.length] ?? '', facts)
      delays.push(Number((await lines.next()).value) - start)
      await Bun.sleep(500)
    }
  } finally {
    driver.kill('SIGKILL')
  }
  return { home, tournament, fundings, deliveryMs: median(delays) }
}

/** @returns per second */
async function fund(origins: readonly string[], { entry }: Facts, db: Db): Promise<number> {
  const people = []
  for (let n = 0; n < connections; n++) people.push(await addSigned(db))
  await db.updateTable('entries').set({ funding_goal_cents: 1_000_000_000 }).execute()
  // Each process hears of it within a second.
  await Bun.sleep(1500)
  const cookies = people.map(({ cookie }) => cookie)
  return generateFundings(origins, entry, cookies, milliseconds)
}

async function onSqlite(): Promise<Row> {
  const site = await startBenchSite()
  try {
    return await withDatabase(site.dataDir, db => measure([site], site, db))
  } finally {
    await site.stop()
  }
}

/** @param delayMs between a process and PostgreSQL, there and back */
async function onPostgres(url: string, processes: number, delayMs = 0): Promise<Row> {
  const bucket = new S3Double()
  const db = new PostgresDb(url)
  await migratePostgres(db)
  const proxy = delayMs > 0 ? new PostgresProxy(url, delayMs) : null
  const env = { ...bucket.env, STORAGE: `s3://${bucket.bucket}`, DATABASE_URL: proxy?.url ?? url }
  const directories = Array.from({ length: processes }, newDataDir)
  const servers = await Promise.all(directories.map(directory => startServer(directory, env)))
  try {
    return await measure(servers, await fillBenchSite(db), db)
  } finally {
    await Promise.all(servers.map(server => server.stop()))
    for (const directory of directories) removeDataDir(directory)
    proxy?.[Symbol.dispose]()
    await bucket.stop()
    await db.destroy()
  }
}

const text = ({ home, tournament, fundings, deliveryMs }: Row) =>
  [home, tournament, fundings, deliveryMs].map(value => value.toFixed(0).padStart(8)).join('')

export async function run(): Promise<Figure[]> {
  console.log(`${''.padEnd(32)}    home/s  tourn./s  fund./s  heard ms`)
  const show = (name: string, row: Row): Row => {
    console.log(`${name.padEnd(32)}${text(row)}`)
    return row
  }
  show('SQLite, 1 process', await onSqlite())
  const server = await startPostgres({ isDurable: true })
  try {
    let count = 0
    const newUrl = async (): Promise<string> => {
      const name = `bench_${++count}`
      const admin = new PostgresDb(server.url)
      await admin.small.query(`create database ${name}`)
      await admin.destroy()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    }
    const one = show('PostgreSQL, 1 process', await onPostgres(await newUrl(), 1))
    const two = show('PostgreSQL, 2 processes', await onPostgres(await newUrl(), 2))
    show('PostgreSQL, 4 processes', await onPostgres(await newUrl(), 4))
    const far = show('PostgreSQL, 2 processes, 1 ms', await onPostgres(await newUrl(), 2, 1))
    return [
      {
        name: 'a tournament’s page by one process, against two',
        value: one.tournament / two.tournament,
        limit: 1 / 1.5,
        unit: '×',
        against: `${one.tournament.toFixed(0)}/s and ${two.tournament.toFixed(0)}/s`,
      },
      {
        name: 'milliseconds of a funding, 1 ms from PostgreSQL',
        value: 1000 / far.fundings,
        limit: 1000 / 150,
        unit: 'ms',
        against: '150 a second',
      },
    ]
  } finally {
    await server.stop()
  }
}
