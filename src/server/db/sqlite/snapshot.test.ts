import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../../db/migrations/index.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { addNewerMigration } from '../../../../tests/support/raw-sql.ts'
import { makeDb } from './connection.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { snapshotBeforeMigration } from './snapshot.ts'

async function open(upTo: number) {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-snapshot-'))
  afterTest(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'reelstake.sqlite')
  const database = openDatabase(path)
  const db = makeDb(database)
  afterTest(() => db.destroy())
  const names = Object.keys(migrations).sort().slice(0, upTo)
  await migrate(
    database,
    db,
    Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name))),
  )
  const copies = () =>
    readdirSync(directory)
      .filter(name => name.includes('before-migration'))
      .sort()
  return { path, database, db, copies }
}

const second = (n: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + n * 1000)

test('an older database is copied before its migration, readable by the older version; the two newest stay', async () => {
  const { path, database, db, copies } = await open(5)
  writeFileSync(`${path}.before-migration-2026-05-01T12-00-00.part`, 'a killed start left it')
  for (const n of [0, 1, 2]) snapshotBeforeMigration(database, second(n))
  const newest = `${path}.before-migration-2026-06-01T12-00-02`
  expect(copies().map(name => name.slice(-8))).toEqual(['12-00-01', '12-00-02'])
  expect(statSync(newest).mode & 0o777).toBe(0o600)
  await migrate(database, db)
  const copy = openDatabase(newest)
  expect(appliedMigrations(copy)).toHaveLength(5)
  copy.close()
})

test('an empty and a current database are not copied', async () => {
  for (const count of [0, Object.keys(migrations).length]) {
    const { database, copies } = await open(count)
    expect(snapshotBeforeMigration(database, second(0))).toBeNull()
    expect(copies()).toEqual([])
  }
})

test('a database of a newer version is not copied: starts of the older one would replace the copies to go back to', async () => {
  const { database, copies } = await open(Object.keys(migrations).length)
  addNewerMigration(database, '9999-future')
  expect(snapshotBeforeMigration(database, second(0))).toBeNull()
  expect(copies()).toEqual([])
})
