import { sql } from 'kysely'
import type { Db } from './connection.ts'
import { storableJson, storableText } from './storable.ts'

/** A table of the schema that both engines share. */
export interface Table {
  name: string
  /** Columns that aren't generated. */
  columns: readonly string[]
  /** Columns of the primary key. */
  key: readonly string[]
}

export type Row = Readonly<Record<string, string | number | null>>

export interface Batch {
  rows: readonly Row[]
  /** Each row as a JSON object, with the columns in the table's order. */
  lines: readonly string[]
}

export interface RowTarget {
  /** Reads inserted rows. */
  db: Db
  insert(table: Table, batch: Batch): Promise<void> | void
}

/** Characters of a batch, roughly: memory is bounded for wide rows, too. */
const batchSize = 1_000_000
const mostRows = 10_000

/** Escapes of characters that only SQLite stores. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** @throws RangeError beyond 2^53, which JavaScript doesn't count */
function requireCountable(table: string, row: Row): void {
  for (const column in row)
    if (typeof row[column] === 'number' && !Number.isSafeInteger(row[column]))
      throw new RangeError(
        `${table}.${column} has ${row[column]}, which is beyond the numbers that can be counted`,
      )
}

const storable = (table: string, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== 'string') return [column, value]
      const text = storableText(value)
      // The only JSON that PostgreSQL parses.
      return [column, table === 'users' && column === 'metadata' ? storableJson(text) : text]
    }),
  )

/** Returns the rows as both engines store them. Frees jobs, since no process of the target runs one. */
function batchOf(table: string, source: readonly Row[]): Batch {
  const rows: Row[] = []
  const lines: string[] = []
  for (const each of source) {
    requireCountable(table, each)
    let row = table === 'jobs' ? { ...each, taken_by: null } : each
    let line = JSON.stringify(row)
    if (unstorable.test(line)) {
      row = storable(table, row)
      line = JSON.stringify(row)
    }
    rows.push(row)
    lines.push(line)
  }
  return { rows, lines }
}

async function readRows(
  db: Db,
  { name, columns, key }: Table,
  last: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const keys = sql.join(key.map(column => sql.ref(column)))
  const after =
    last === undefined ? sql`` : sql`where (${keys}) > (${sql.join(key.map(column => last[column]))})`
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(name)} ${after}
    order by ${keys} limit ${limit}`.execute(db)
  return rows
}

/** Yields the rows in the order of the primary key, by bytes. */
async function* rowBatches(db: Db, table: Table): AsyncGenerator<Batch> {
  let last: Row | undefined
  for (let limit = 100; ; ) {
    const rows = await readRows(db, table, last, limit)
    const batch = batchOf(table.name, rows)
    if (rows.length > 0) yield batch
    if (rows.length < limit) return
    last = rows.at(-1)
    const size = batch.lines.reduce((sum, line) => sum + line.length, 0)
    limit = Math.min(mostRows, 1 + Math.floor((batchSize * rows.length) / size))
  }
}

interface TableSum {
  rows: number
  sha256: string
}

async function sumOf(batches: AsyncIterable<Batch>): Promise<TableSum> {
  const hash = new Bun.CryptoHasher('sha256')
  let rows = 0
  for await (const { lines } of batches) {
    rows += lines.length
    for (const line of lines) hash.update(line).update('\n')
  }
  return { rows, sha256: hash.digest('hex') }
}

/** @returns the name of the first table that differs between two databases of the same schema, or null */
export async function findDifference(tables: readonly Table[], a: Db, b: Db): Promise<string | null> {
  for (const table of tables) {
    const sums = [await sumOf(rowBatches(a, table)), await sumOf(rowBatches(b, table))]
    if (sums[0]?.sha256 !== sums[1]?.sha256) return table.name
  }
  return null
}

/**
 * Copies all rows, and compares numbers and checksums with those of the target.
 * @returns how many @throws Error for a difference
 */
export async function copyRows(tables: readonly Table[], from: Db, to: RowTarget): Promise<number> {
  let count = 0
  for (const table of tables) {
    const insertBatches = async function* () {
      for await (const batch of rowBatches(from, table)) {
        await to.insert(table, batch)
        yield batch
      }
    }
    const source = await sumOf(insertBatches())
    const copy = await sumOf(rowBatches(to.db, table))
    if (source.rows !== copy.rows || source.sha256 !== copy.sha256)
      throw new Error(
        `The copy of the table ${table.name} differs: ${source.rows} rows were sent, ${copy.rows} are there, with another checksum`,
      )
    count += source.rows
  }
  return count
}
