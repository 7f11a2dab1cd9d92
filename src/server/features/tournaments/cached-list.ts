import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import type { Snapshot } from './snapshot.queries.ts'

/** Rebuilds the list only for a new snapshot. */
export function cachedPerRevision(make: (snapshot: Snapshot) => string): (snapshot: Snapshot) => CachedJson {
  let revision = -1
  let cached: CachedJson | undefined
  return snapshot => {
    if (cached === undefined || snapshot.revision !== revision) {
      cached = cacheJson(make(snapshot))
      revision = snapshot.revision
    }
    return cached
  }
}

export const jsonList = (items: readonly { json(): string }[]): string =>
  `[${items.map(item => item.json()).join(',')}]`
