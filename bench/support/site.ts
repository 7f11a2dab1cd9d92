import { day } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import {
  addBoat,
  addEntry,
  addSigned,
  addTournament,
  addUpdate,
  addUser,
} from '../../tests/support/factories.ts'
import { makeDataDir, withDatabase } from '../../tests/support/server.ts'
import { removeDataDir, startServer, weighIn } from './server.ts'

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

export async function startBenchSite() {
  const dataDir = await makeDataDir()
  const facts = await withDatabase(dataDir, fillBenchSite)
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
