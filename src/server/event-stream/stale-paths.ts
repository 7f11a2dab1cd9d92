import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { everything } from '#contract/events.ts'
import { type Changes, tableOf, type Watched } from '#server/db/changes.ts'
import { type Noun, subjects } from '#server/db/subjects.ts'

type Declared = (typeof endpoints)[EndpointKey]
type Part = Extract<Declared, { reads: unknown }>['reads'][number]

/** A ban hides what a person published, wherever it is shown. */
const ban = 'users on update of banned_at'

const reads = Object.entries<Endpoint>(endpoints).flatMap(([key, declared]) => {
  const parts = declared.reads as readonly Part[] | undefined
  return parts ? [{ path: key.slice('GET '.length), parts }] : []
})

/** All that some `GET` reads. */
export const watched: readonly Watched[] = [...new Set(reads.flatMap(({ parts }) => parts)), ban]

const isNoun = (noun: string | undefined): noun is Noun =>
  noun === 'tournaments' || noun === 'tournament-entries' || noun === 'boats'

/**
 * The `GET`s whose answers a write changed, for the ids that it concerns where its rows tell them.
 * @param mostIds of one path; above this, it stands for all ids
 */
export function stalePaths(changes: Changes, mostIds: number): string[] {
  if (changes === null || changes.has(ban)) return [everything]
  return reads.flatMap(({ path, parts }) => {
    const written = parts.filter(part => changes.has(part))
    if (written.length === 0) return []
    const noun = /^\/api\/([a-z-]+)\/:id\b/.exec(path)?.[1]
    if (!isNoun(noun) || !written.every(part => subjects[tableOf(part)]?.[noun])) return [path]
    const ids = new Set(
      written.flatMap(part => changes.get(part) ?? []).filter(id => id.startsWith(`${noun}/`)),
    )
    return ids.size > mostIds ? [path] : [...ids].map(id => path.replace(`${noun}/:id`, id))
  })
}
