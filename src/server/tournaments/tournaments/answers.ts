import { LRUCache } from 'lru-cache'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import type { Catalog } from './catalog.ts'

/** A page of a list. */
interface ListPage<Json> {
  json: Json
  /** Cursor; undefined: the last page. */
  next: string | undefined
}

type Build = () => Promise<ListPage<string>>

/** Bytes of uncompressed JSON. */
const budget = 8_388_608

/** Builds an answer once per revision of the catalog, and caches those in recent use. */
export function cacheAnswers(catalog: Catalog) {
  const answers = new LRUCache<string, ListPage<CachedJson>, Build>({
    maxSize: budget,
    sizeCalculation: ({ json }) => json.body.length,
    // A read whose place another answer takes still answers.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: build }) {
      const { json, next } = await build()
      return { json: cacheJson(json), next }
    },
  })
  return async (key: string, build: Build): Promise<ListPage<CachedJson>> =>
    answers.forceFetch(`${await catalog.revision()} ${key}`, { context: build })
}

export const jsonList = (items: readonly string[]): string => `[${items.join(',')}]`
