import type { Database } from 'bun:sqlite'
import type { RowTarget, Table } from '../table-rows.ts'
import { makeDb } from './connection.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Returns the site's tables, without the engine's own, those of migrations and the search indexes. */
export function tablesOf(database: Database): Table[] {
  const names = database
    .query<{ name: string }, []>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
        and name not like 'kysely\\_%' escape '\\' and name not like '%\\_search%' escape '\\' order by name`,
    )
    .all()
  return names.map(({ name }) => {
    const columns = database
      .query<{ name: string; pk: number; hidden: number }, [string]>(
        'select name, pk, hidden from pragma_table_xinfo(?)',
      )
      .all(name)
    return {
      name,
      columns: columns.filter(({ hidden }) => hidden === 0).map(column => column.name),
      key: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(column => column.name),
    }
  })
}

/**
 * Makes a database of this version's schema, with the rows that `fill` inserts, in a file that must not exist. A failure
 * leaves a file that is useless.
 */
export async function makeDatabaseFile(
  path: string,
  fill: (tables: readonly Table[], target: RowTarget) => Promise<void>,
): Promise<void> {
  const database = openDatabase(path)
  await using db = makeDb(database)
  await migrate(database, db)
  database.run('pragma journal_mode = off')
  database.run('pragma synchronous = off')
  database.run('pragma foreign_keys = off')
  database.run('begin')
  // The triggers of the searched texts stay, since they fill the indexes.
  const triggers = database
    .query<{ name: string; sql: string }, []>(
      `select name, sql from sqlite_master where type = 'trigger' and tbl_name not like '%\\_texts' escape '\\'`,
    )
    .all()
  for (const { name } of triggers) database.run(`drop trigger "${name}"`)
  const tables = tablesOf(database)
  for (const { name } of tables) database.run(`delete from "${name}"`)
  await fill(tables, {
    db,
    insert({ name, columns }, { rows }) {
      const names = columns.map(column => `"${column}"`)
      const insert = database.query(
        `insert into "${name}" (${names.join()}) values (${columns.map(() => '?').join()})`,
      )
      for (const row of rows) insert.run(...columns.map(column => row[column] ?? null))
    },
  })
  for (const { sql } of triggers) database.run(sql)
  database.run('commit')
}

/** Returns the tables of this version's schema. */
export async function currentTables(): Promise<Table[]> {
  const database = openDatabase(':memory:')
  await using db = makeDb(database)
  await migrate(database, db)
  return tablesOf(database)
}
