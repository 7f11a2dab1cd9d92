import { LRUCache } from 'lru-cache'
import type { Topic } from '#server/db/changes.ts'
import type { Deps } from '#server/deps.ts'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'

interface CachedAnswer<Json> {
  json: Json
  /** A list's cursor of the next page, or undefined after the last one. */
  next?: string | undefined
}

type Build = () => Promise<CachedAnswer<string>>

/** Bytes of uncompressed JSON. */
const budget = 8_388_608

/**
 * Builds an answer once per revision of the catalog and of other tables, and caches those in recent use.
 * @param others tables that the answers read beside the catalog's
 */
export function cacheAnswers({ db, catalog }: Pick<Deps, 'db' | 'catalog'>, others: readonly Topic[] = []) {
  let revision = 0
  db.changes.listen(others, () => {
    revision += 1
  })
  const answers = new LRUCache<string, CachedAnswer<CachedJson>, Build>({
    maxSize: budget,
    sizeCalculation: ({ json }) => json.body.length,
    // A read whose place another answer takes still answers.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: build }) {
      const { json, next } = await build()
      return { json: cacheJson(json), next }
    },
  })
  /** @param key all that the answer depends on beside the tables */
  return async (key: readonly unknown[], build: Build): Promise<CachedAnswer<CachedJson>> =>
    answers.forceFetch(JSON.stringify([await catalog.revision(), revision, ...key]), { context: build })
}

export const jsonList = (items: readonly string[]): string => `[${items.join(',')}]`
