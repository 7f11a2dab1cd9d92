import { join } from 'node:path'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { addSigned } from '../tests/support/factories.ts'
import type { Figure } from './run.ts'
import { generateFundings, median, runPeer } from './support/server.ts'
import { startBenchSite } from './support/site.ts'

const rounds = 3
const milliseconds = 2000
const connections = 32

export async function run(): Promise<Figure[]> {
  const marina = await startBenchSite()
  const path = join(marina.dataDir, 'db', 'reelstake.sqlite')
  const database = openDatabase(path)
  const db = makeDb(database)
  try {
    const people = []
    for (let n = 0; n < connections; n++) people.push(await addSigned(db))
    const cookies = people.map(({ cookie }) => cookie)
    const [ours, theirs] = await db
      .selectFrom('entries')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .select('entries.id')
      .where('tournaments.ends_at', '>', Date.now())
      .limit(2)
      .execute()
    const backer = people[0]?.id
    if (!ours || !theirs || !backer) throw new Error('there is nothing to fund')
    await db.updateTable('entries').set({ funding_goal_cents: 1_000_000_000 }).execute()
    // The server detects other processes' writes within a second.
    await Bun.sleep(1500)

    const bare: number[] = []
    const viaServer: number[] = []
    const args = [path, theirs.id, backer, String(milliseconds)]
    for (let round = 0; round < rounds; round++) {
      bare.push(Number(await runPeer('peer-sqlite.ts', { args })))
      viaServer.push(await generateFundings([marina.origin], ours.id, cookies, milliseconds))
    }
    const [a, b] = [median(bare), median(viaServer)]
    return [
      {
        name: `durable fundings by ${connections} connections, with pages that are never older`,
        value: a / b,
        limit: 1 / 0.35,
        unit: '× slower',
        against: `a bare bun:sqlite loop of the same transaction: ${a.toFixed(0)}/s, ours ${b.toFixed(0)}/s`,
      },
    ]
  } finally {
    await db.destroy()
    await marina.stop()
  }
}
