import type { CompiledQuery, DatabaseConnection } from 'kysely'

/**
 * Tells who keeps answers which tables were written, once it is committed. Seen at the connection itself, so that no
 * feature can forget to say it: a cache that misses one write is wrong until the next.
 */

/** A statement that may have written anything. */
export const anyTable = '*'

type Listener = (tables: ReadonlySet<string>) => void

const target =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(?:(\w+)["`]?\.["`]?)?(\w+)/i
const reads = /^\s*(?:select|pragma|explain|begin|commit|rollback|savepoint|release)\b/i
const mentionsWrite = /\b(?:insert|update|delete|replace)\b/i

/** The table that a statement writes; null: none. What lies in `temp` is nobody's data. */
export function writtenTable(sql: string): string | null {
  const match = target.exec(sql)
  if (match) return match[1]?.toLowerCase() === 'temp' ? null : (match[2] ?? anyTable)
  if (reads.test(sql)) return null
  if (/^\s*(?:with|values)\b/i.test(sql)) return mentionsWrite.test(sql) ? anyTable : null
  // The schema of `temp` is nobody's data either.
  return /^\s*create\s+temp\b/i.test(sql) ? null : anyTable
}

const capacity = 1000

export class WriteWatch {
  readonly #listeners = new Set<Listener>()
  readonly #known = new Map<string, string | null>()
  /** What the open transaction has written; null: there is none. */
  #pending: Set<string> | null = null
  #watched = new WeakMap<DatabaseConnection, DatabaseConnection>()

  /** The same connection, each of its statements looked at. */
  watched(connection: DatabaseConnection): DatabaseConnection {
    const known = this.#watched.get(connection)
    if (known) return known
    const watched: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        const result = await connection.executeQuery<R>(query)
        const table = this.tableOf(query.sql)
        if (table !== null) this.#wrote(table)
        return result
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    this.#watched.set(connection, watched)
    return watched
  }

  begin(): void {
    this.#pending = new Set()
  }

  commit(): void {
    const written = this.#pending
    this.#pending = null
    if (written !== null && written.size > 0) this.#tell(written)
  }

  rollback(): void {
    this.#pending = null
  }

  /** @returns what ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something outside of this connection may have written anything. */
  assumeEverything(): void {
    this.#tell(new Set([anyTable]))
  }

  #wrote(table: string): void {
    if (this.#pending) this.#pending.add(table)
    else this.#tell(new Set([table]))
  }

  #tell(tables: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(tables)
  }

  /** {@link writtenTable}, remembered. */
  tableOf(sql: string): string | null {
    const known = this.#known.get(sql)
    if (known !== undefined) return known
    const table = writtenTable(sql)
    if (this.#known.size >= capacity) this.#known.clear()
    this.#known.set(sql, table)
    return table
  }
}

const watches = new WeakMap<object, WriteWatch>()

/** Says which watch belongs to a database; `makeDb` calls it. */
export function watchWrites(db: object, watch: WriteWatch): void {
  watches.set(db, watch)
}

function watchOf(db: object): WriteWatch {
  const watch = watches.get(db)
  if (!watch) throw new Error('Only the database itself is watched, never a transaction.')
  return watch
}

/** Calls `listener` after each commit with the tables it wrote; {@link anyTable} among them: any. */
export const onWrite = (db: object, listener: Listener): (() => void) => watchOf(db).listen(listener)

/** For writes of another process: everything that is kept is made anew. */
export const assumeEverythingChanged = (db: object): void => watchOf(db).assumeEverything()
