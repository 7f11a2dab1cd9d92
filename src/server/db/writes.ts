import type { CompiledQuery, DatabaseConnection } from 'kysely'

/**
 * Reports written tables after commit, for cache invalidation. Watches the connection, so that no feature can omit a
 * write.
 */

export const anyTable = '*'

type Listener = (tables: ReadonlySet<string>) => void

const target =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(?:(\w+)["`]?\.["`]?)?(\w+)/i
const reads = /^\s*(?:select|pragma|explain|begin|commit|rollback|savepoint|release)\b/i
const mentionsWrite = /\b(?:insert|update|delete|replace)\b/i

/** Null for reads and `temp` tables. */
export function writtenTable(sql: string): string | null {
  const match = target.exec(sql)
  if (match) return match[1]?.toLowerCase() === 'temp' ? null : (match[2] ?? anyTable)
  if (reads.test(sql)) return null
  if (/^\s*(?:with|values)\b/i.test(sql)) return mentionsWrite.test(sql) ? anyTable : null
  return /^\s*create\s+temp\b/i.test(sql) ? null : anyTable
}

const capacity = 1000

export class WriteWatch {
  readonly #listeners = new Set<Listener>()
  readonly #known = new Map<string, string | null>()
  /** Null outside transactions. */
  #pending: Set<string> | null = null
  #watched = new WeakMap<DatabaseConnection, DatabaseConnection>()

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

  /** @returns unsubscribes */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For writes by another process. */
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

  /** Memoised {@link writtenTable}. */
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

export function watchWrites(db: object, watch: WriteWatch): void {
  watches.set(db, watch)
}

function watchOf(db: object): WriteWatch {
  const watch = watches.get(db)
  if (!watch) throw new Error('Only the database itself is watched, never a transaction.')
  return watch
}

/** Calls `listener` after each commit; {@link anyTable} means any table. */
export const onWrite = (db: object, listener: Listener): (() => void) => watchOf(db).listen(listener)

/** Invalidates every cache after another process wrote. */
export const assumeEverythingChanged = (db: object): void => watchOf(db).assumeEverything()
