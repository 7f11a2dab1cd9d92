import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction, makeDb } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { build, isBuilt } from '../scripts/build.ts'
import {
  addBoat,
  addEntry,
  addSigned,
  addTournament,
  addUpdate,
  addUser,
} from '../tests/support/factories.ts'

const root = join(import.meta.dir, '..')
const day = 86_400_000

export async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  if (port === undefined) throw new Error('no port')
  return port
}

export async function untilUp(url: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 50) {
    const up = await fetch(url).then(
      response => response.ok,
      () => false,
    )
    if (up) return
    await Bun.sleep(50)
  }
  throw new Error(`${url} does not answer`)
}

export async function startMarina() {
  if (!isBuilt()) await build()
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-bench-'))
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const database = openDatabase(join(dataDir, 'db', 'reelstake.sqlite'))
  const db = makeDb(database)
  await migrate(database, db)
  const organiser = await addSigned(db)
  let entry = ''
  await inTransaction(db, async trx => {
    const owner = await addUser(trx)
    const boats = []
    for (let n = 0; n < 100; n++) boats.push(await addBoat(trx, { owner_id: owner, name: `Boat ${n}` }))
    for (let n = 0; n < 200; n++) {
      const start = Date.now() + ((n % 3) - 1) * 10 * day - day / 2
      const dates = { starts_at: start, ends_at: start + day }
      const tournament = await addTournament(trx, { organiser_id: organiser.id, name: `Cup ${n}`, ...dates })
      for (let m = 0; m < 10; m++) {
        const boat = boats[(n + m * 7) % boats.length]
        const id = await addEntry(trx, {
          tournament_id: tournament,
          current_position: m + 1,
          best_catch: '{"weight":412.5,"species":"Blue Marlin"}',
          ...(boat && { boat_id: boat }),
        })
        if (n % 3 === 1) entry = id
        if (n * 10 + m < 500) await addUpdate(trx, { entry_id: id, author_id: owner })
      }
    }
  })
  await db.destroy()
  const port = await freePort()
  const child = Bun.spawn([process.execPath, join(root, 'src/server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SITE_GATE: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await untilUp(`${origin}/healthz`)
  return {
    origin,
    pid: child.pid,
    dataDir,
    async write(): Promise<void> {
      const response = await fetch(`${origin}/api/tournament-entries/${entry}/catches`, {
        method: 'POST',
        headers: {
          cookie: organiser.cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ weight: 12.5, species: 'Wahoo' }),
      })
      if (response.status !== 201) throw new Error(`a weigh-in answered ${response.status}`)
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
