import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '#contract/time.ts'
import type { Db } from '#server/db/connection.ts'
import { type LoadSize, load } from '../../db/load.ts'
import { addFunding, addSigned } from '../../tests/support/factories.ts'
import { makeDataDir, withDatabase } from '../../tests/support/server.ts'
import { newDataDir } from './server.ts'

const root = join(import.meta.dir, '../..')
const fundings = 500
const funders = 32

export interface Facts {
  tournaments: string[]
  /** Live; 60 boats where the size says so. */
  tournament: string
  /** Entry of `tournament` with a goal that is never reached. */
  entry: string
  /** Cookie of all tournaments' organiser. */
  organiser: string
  /** Cookie of a backer with 500 fundings. */
  backer: string
  /** 32 cookies. */
  funders: string[]
}

/**
 * Makes a data directory of that size, for its own use. Copied from one in the system's temporary folder, which is made
 * again on another day, or for other migrations or another generator.
 */
export async function copyDataset(size: LoadSize): Promise<{ dataDir: string; facts: Facts }> {
  const now = Date.now()
  const hash = new Bun.CryptoHasher('sha1').update(`${JSON.stringify(size)} ${Math.floor(now / day)}`)
  for (const file of globSync(['db/{load,random}.ts', 'db/migrations/*.ts', 'bench/support/dataset.ts'], {
    cwd: root,
  }).sort())
    hash.update(readFileSync(join(root, file)))
  const name = `reelstake-dataset-${new Bun.CryptoHasher('sha1').update(JSON.stringify(size)).digest('hex').slice(0, 8)}`
  const cacheDir = join(tmpdir(), `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (!existsSync(cacheDir)) {
    for (const old of globSync(`${name}-*`, { cwd: tmpdir() }))
      rmSync(join(tmpdir(), old), { recursive: true })
    const staging = await makeDataDir()
    await makeDataset(staging, size, now)
    renameSync(staging, cacheDir)
  }
  const dataDir = newDataDir()
  cpSync(cacheDir, dataDir, { recursive: true })
  return { dataDir, facts: await Bun.file(join(dataDir, 'facts.json')).json() }
}

/** Fills a new data directory. */
export async function makeDataset(dataDir: string, size: LoadSize, now: number): Promise<Facts> {
  const facts = await withDatabase(dataDir, async (db, database) => {
    // A run that is interrupted starts again.
    for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -200000'])
      database.run(`pragma ${pragma}`)
    const organiser = await addSigned(db)
    await load(db, size, organiser.id, now)
    return { organiser: organiser.cookie, ...(await addPeople(db, now)) }
  })
  await Bun.write(join(dataDir, 'facts.json'), JSON.stringify(facts))
  return facts
}

async function addPeople(db: Db, now: number): Promise<Omit<Facts, 'organiser'>> {
  const backer = await addSigned(db)
  const entries = await db.selectFrom('entries').select('id').orderBy('id').limit(fundings).execute()
  for (let n = 0; n < fundings; n++) {
    const { id } = entries[n % entries.length] ?? {}
    if (id) await addFunding(db, { entry_id: id, backer_id: backer.id, amount_cents: 1000 })
  }
  const cookies = []
  for (let n = 0; n < funders; n++) cookies.push((await addSigned(db)).cookie)
  const tournaments = await db
    .selectFrom('tournaments')
    .select(['id', 'starts_at', 'ends_at'])
    .orderBy('id')
    .execute()
  const tournament = tournaments.find(({ starts_at, ends_at }) => starts_at <= now && ends_at > now + day)
  if (!tournament) throw new Error('no tournament is live')
  const { id: entry } = await db
    .updateTable('entries')
    .set({ funding_goal_cents: 1_000_000_000 })
    .where(
      'id',
      '=',
      db.selectFrom('entries').select('id').where('tournament_id', '=', tournament.id).limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    tournaments: tournaments.map(({ id }) => id),
    tournament: tournament.id,
    entry,
    backer: backer.cookie,
    funders: cookies,
  }
}
