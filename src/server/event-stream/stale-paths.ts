import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { everything } from '#contract/event-stream.ts'
import { type Changes, type Topic, tableOf } from '#server/db/changes.ts'
import { type Noun, subjects } from '#server/db/subjects.ts'

type Declared = (typeof endpoints)[EndpointKey]
type Part = Extract<Declared, { reads: unknown }>['reads'][number]

/** A ban hides what a person published, wherever it is shown. */
const ban = 'users on update of banned_at'

const isNoun = (noun: string | undefined): noun is Noun =>
  noun === 'tournaments' || noun === 'tournament-entries' || noun === 'boats'

interface Read {
  path: string
  parts: readonly Part[]
  /** Kind of the id in the path. */
  noun: Noun | undefined
}

const reads = Object.entries<Endpoint>(endpoints).flatMap(([key, endpoint]): Read[] => {
  const parts = endpoint.reads as readonly Part[] | undefined
  if (!parts) return []
  const path = key.slice('GET '.length)
  const noun = /^\/api\/([a-z-]+)\/:id\b/.exec(path)?.[1]
  return [{ path, parts, noun: isNoun(noun) ? noun : undefined }]
})

interface Reader {
  read: Read
  /** True if its rows tell the ids of the path's noun. */
  namesIds: boolean
}

const readersOf = new Map<Topic, Reader[]>()
for (const read of reads)
  for (const part of read.parts) {
    const namesIds = read.noun !== undefined && subjects[tableOf(part)]?.[read.noun] !== undefined
    readersOf.set(part, [...(readersOf.get(part) ?? []), { read, namesIds }])
  }

/** Topics that change an answer to a `GET`. */
export const topics: readonly Topic[] = [...new Set(reads.flatMap(({ parts }) => parts)), ban]

/**
 * Returns the paths of the `GET`s whose answers a write changed, with ids where its rows tell them.
 * @param mostIds of one path; above this, it stands for all ids
 */
export function stalePaths(changes: Changes, mostIds: number): string[] {
  if (changes === null || changes.has(ban)) return [everything]
  /** Stale ids, or null for all. */
  const stale = new Map<Read, Set<string> | null>()
  for (const [part, values] of changes)
    for (const { read, namesIds } of readersOf.get(part) ?? []) {
      const present = stale.get(read)
      const ids = namesIds && present !== null ? (present ?? new Set<string>()) : null
      if (ids !== null) for (const id of values) if (id.startsWith(`${read.noun}/`)) ids.add(id)
      stale.set(read, ids)
    }
  return [...stale].flatMap(([{ path, noun }, ids]) =>
    ids === null || ids.size > mostIds ? [path] : [...ids].map(id => path.replace(`${noun}/:id`, id)),
  )
}
