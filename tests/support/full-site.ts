import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import { tablesOf } from '#server/db/sqlite/table-rows.ts'
import type { Table } from '#server/db/table-rows.ts'
import { exportSite } from '#server/db/transfer.ts'
import { makeTestApp } from './app.ts'
import { addEntry, addFunding, addJob, addScene, pastDates } from './factories.ts'
import { withDatabase } from './server.ts'

type Database = Parameters<Parameters<typeof withDatabase>[1]>[1]

const odd = '“é” \\ \'x\' "y" 🐟 \u2028 \t'

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
  dflt_value: string | null
}

/** Fills a table of the file with as few values as it takes. Foreign keys name rows that exist. */
function fillTable(database: Database, { name, columns }: Table): void {
  const all = <Row>(text: string) => database.query<Row, [string]>(text).all(name)
  const parents = all<{ table: string; from: string; to: string }>(
    'select "table", "from", "to" from pragma_foreign_key_list(?)',
  )
  const [{ sql } = { sql: '' }] = all<{ sql: string }>('select sql from sqlite_master where name = ?')
  const requiredColumns = all<Column>(
    'select name, type, "notnull", pk, dflt_value from pragma_table_xinfo(?)',
  )
    .filter(column => columns.includes(column.name))
    .filter(
      column =>
        column.pk > 0 ||
        (column.notnull > 0 && column.dflt_value === null) ||
        sql.includes(`check (${column.name} is not null`),
    )
  const values = requiredColumns.map(({ name: column, type }): string | number => {
    const parent = parents.find(({ from }) => from === column)
    const parentValue =
      parent &&
      database
        .query<{ value: string }, []>(`select "${parent.to}" as value from "${parent.table}" limit 1`)
        .get()?.value
    const [, firstAllowed] = new RegExp(`\\b${column} in \\('([^']+)'`).exec(sql) ?? []
    const [, above = '0'] = new RegExp(`\\b${column} > (\\d+)`).exec(sql) ?? []
    return parentValue ?? (type === 'INTEGER' ? Number(above) + 1 : (firstAllowed ?? `${column} ${odd}`))
  })
  const names = requiredColumns.map(column => `"${column.name}"`)
  database
    .query(`insert into "${name}" (${names.join()}) values (${values.map(() => '?').join()})`)
    .run(...values)
}

const isEmpty = (database: Database, table: string) =>
  database.query(`select 1 from "${table}" limit 1`).get() === null

function fillEmptyTables(database: Database): void {
  const tables = tablesOf(database).filter(({ name }) => isEmpty(database, name))
  const parentsOf = ({ name }: Table) =>
    database
      .query<{ table: string }, [string]>('select "table" from pragma_foreign_key_list(?)')
      .all(name)
      .map(({ table }) => table)
      .filter(parent => parent !== name)
  for (let table = tables.shift(); table; table = tables.shift())
    if (parentsOf(table).some(parent => isEmpty(database, parent))) tables.push(table)
    // Money that is handed over has lines in the ledger.
    else if (table.name !== 'handovers') fillTable(database, table)
}

export const keyFiles = {
  'db/keys/keys.json': '{"secret":"a"}',
  'db/keys/push.json': '{"publicKey":"b"}',
  'db/site-password': 'abcd-efgh-jkmn\n',
}

/** A DATA_DIR with keys and rows in every table, whose ledger agrees. For tests on PostgreSQL. */
export async function makeFullSite(): Promise<string> {
  const { db, page } = await makeTestApp()
  const { organiser, tournament } = await addScene(db, pastDates())
  const send = async (path: string, json: object) => {
    const answer = await page(path, { json, cookie: organiser.cookie })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const entry = await addEntry(db, { tournament_id: tournament })
  await addFunding(db, { entry_id: entry, message: odd })
  await send(`/api/tournament-entries/${entry}/handovers`, { amount: 10 })
  await send(`/api/tournaments/${tournament}/results`, { winnings: [{ entryId: entry, amount: '100.00' }] })
  await addJob(db, { taken_by: 'a process' })
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-full-'))
  for (const [name, content] of Object.entries(keyFiles)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true })
    writeFileSync(join(dataDir, name), content)
  }
  await exportSite(db, join(dataDir, databaseName))
  await withDatabase(dataDir, async (_, database) => fillEmptyTables(database))
  return dataDir
}
