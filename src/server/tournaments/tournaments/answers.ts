import { LRUCache } from 'lru-cache'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import type { Catalog } from './catalog.ts'

/** A list as it is sent. */
export interface Answer {
  json: CachedJson
  /** Undefined: the last page. */
  next: string | undefined
}

/** Bytes of uncompressed JSON. */
const budget = 8_388_608

/** Builds an answer once per revision of the catalog, and holds those in recent use. */
export function cacheAnswers(catalog: Catalog) {
  const held = new LRUCache<string, { revision: number; answer: Answer }>({ maxSize: budget })
  const building = new Map<string, { revision: number; answer: Promise<Answer> }>()

  async function build(
    key: string,
    revision: number,
    make: () => Promise<{ json: string; next: string | undefined }>,
  ) {
    const { json, next } = await make()
    const answer = { json: cacheJson(json), next }
    held.set(key, { revision, answer }, { size: json.length })
    return answer
  }

  return async (
    key: string,
    make: () => Promise<{ json: string; next: string | undefined }>,
  ): Promise<Answer> => {
    const turned = catalog.revision()
    const revision = typeof turned === 'number' ? turned : await turned
    const known = held.get(key)
    if (known?.revision === revision) return known.answer
    const begun = building.get(key)
    if (begun?.revision === revision) return begun.answer
    const answer = build(key, revision, make).finally(() => {
      if (building.get(key)?.answer === answer) building.delete(key)
    })
    building.set(key, { revision, answer })
    return answer
  }
}

export const jsonList = (items: readonly string[]): string => `[${items.join(',')}]`
