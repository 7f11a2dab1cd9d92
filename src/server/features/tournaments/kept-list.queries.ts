import { type KeptJson, keepJson } from '#server/http/etag.ts'
import type { Snapshot } from './snapshot.queries.ts'

/** Rebuilds the list only for a new snapshot. */
export function keptPer(make: (snapshot: Snapshot) => string): (snapshot: Snapshot) => KeptJson {
  let revision = -1
  let kept: KeptJson | undefined
  return snapshot => {
    if (kept === undefined || snapshot.revision !== revision) {
      kept = keepJson(make(snapshot))
      revision = snapshot.revision
    }
    return kept
  }
}

export const jsonList = (items: readonly { json(): string }[]): string =>
  `[${items.map(item => item.json()).join(',')}]`
