import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { testRoot } from '../../../../tests/support/test-root.ts'
import type { RootDb } from '../connection.ts'
import { openToServe } from './open-site.ts'

async function placeOf(db: RootDb) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return { dataDir: testRoot(), databaseUrl: url.href }
}

test('a start that would migrate beside a live process is refused, and may when it is dead', async () => {
  const db = await makeTestDb()
  const place = await placeOf(db)
  await sql`delete from kysely_migration where name >= '0070-backup-state'`.execute(db)
  await sql`drop table backup_state`.execute(db)
  const seenAgo = (milliseconds: number) =>
    sql`update processes set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${milliseconds}`
  await sql`insert into processes (id, started_at, seen_at, settings) values ('other', 0, 0, '{}')`.execute(
    db,
  )
  await seenAgo(14_000).execute(db)
  await expect(openToServe(place)).rejects.toThrow('Stop all processes first')
  await seenAgo(15_001).execute(db)
  const site = await openToServe(place)
  afterTest(() => site.db.destroy())
  await site.started()
  expect((await sql`select place from backup_state`.execute(site.db)).rows).toEqual([])
})

test('starts wait for each other, whatever patience the role has', async () => {
  const place = await placeOf(await makeTestDb())
  const url = new URL(place.databaseUrl)
  url.searchParams.set('options', '-c lock_timeout=50ms -c statement_timeout=100ms')
  const impatient = { ...place, databaseUrl: url.href }
  const first = await openToServe(impatient)
  afterTest(() => first.db.destroy())
  const second = openToServe(impatient)
  await Bun.sleep(300)
  await first.started()
  const site = await second
  afterTest(() => site.db.destroy())
  await site.started()
})
