import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import {
  addBoat,
  addEntry,
  addSigned,
  addTournament,
  addUpdate,
  addUser,
} from '../tests/support/factories.ts'
import { newDataDir, removeDataDir, startServer } from './support/server.ts'

/** 200 tournaments of 10 boats, a third of them live. */
export async function fillBenchSite(db: Db) {
  const organiser = await addSigned(db)
  let entry = ''
  let live = ''
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
        if (n % 3 === 1) [entry, live] = [id, tournament]
        if (n * 10 + m < 500) await addUpdate(trx, { entry_id: id, author_id: owner })
      }
    }
  })
  return { organiser: organiser.cookie, entry, tournament: live }
}

/** Records a catch of a live tournament. */
export async function weighIn(
  origin: string,
  { entry, organiser }: { entry: string; organiser: string },
): Promise<void> {
  const response = await fetch(`${origin}/api/tournament-entries/${entry}/catches`, {
    method: 'POST',
    headers: { cookie: organiser, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ weight: 12.5, species: 'Wahoo' }),
  })
  if (response.status !== 201) throw new Error(`a weigh-in answered ${response.status}`)
}

export async function startBenchSite() {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const database = openDatabase(join(dataDir, 'db', 'reelstake.sqlite'))
  const db = makeDb(database)
  await migrate(database, db)
  const facts = await fillBenchSite(db)
  await db.destroy()
  const server = await startServer(dataDir)
  return {
    ...server,
    dataDir,
    ...facts,
    write: () => weighIn(server.origin, facts),
    async stop(): Promise<void> {
      await server.stop()
      removeDataDir(dataDir)
    },
  }
}
