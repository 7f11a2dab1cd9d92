import { LRUCache } from 'lru-cache'
import type { Topic } from './changes.ts'
import type { RootDb } from './connection.ts'

interface TableCacheOptions<Key extends string, Value> {
  /** Tables from which the values follow. */
  tables: readonly Topic[]
  /** Largest sum of `sizeOf` of the cached values. */
  maxSize: number
  sizeOf(value: Value): number
  /** Reads a value. Undefined isn't cached. */
  read(key: Key): Promise<Value | undefined>
}

/**
 * Caches values until one of their tables changes; simultaneous readers of a key share one read. Call it outside of
 * transactions, since it reads committed data.
 */
export function tableCache<Key extends string, Value extends object>(
  db: RootDb,
  { tables, maxSize, sizeOf, read }: TableCacheOptions<Key, Value>,
): (key: Key) => Promise<Value | undefined> {
  let revision = 0
  db.changes.listen(tables, () => {
    revision += 1
  })
  const values = new LRUCache<string, Value, { key: Key }>({
    maxSize,
    sizeCalculation: sizeOf,
    // A read whose place another one takes still answers.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => read(context.key),
  })
  return key => values.fetch(`${revision} ${key}`, { context: { key } })
}
