import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

/** Category by dates. A cancelled tournament has one too. */
export type Category = 'upcoming' | 'active' | 'past'

export interface Filter {
  category?: Category | undefined
  status?: TournamentStatus | undefined
  /** Words of name and location, or of a boat and its captain. */
  q?: string | undefined
  /** Only tournaments that have started, have boats and are not cancelled. */
  withStandings?: boolean | undefined
}

/** A tournament's place in a list. */
export interface Place {
  category: Category
  /** Milliseconds since 1970: the start of an upcoming tournament, the end of another. */
  at: number
  id: TournamentId
}

export const upcomingWindowMs = limits.upcomingWindowDays * day

const mostRelevantFirst: readonly Category[] = ['active', 'upcoming', 'past']

const categoryOfStatus = { upcoming: 'upcoming', active: 'active', completed: 'past' } as const

/** Returns the categories in the order of the list. */
export function categoriesOf({ category, status, withStandings = false }: Filter): Category[] {
  return mostRelevantFirst.filter(
    each =>
      (category === undefined || each === category) &&
      !(withStandings && each === 'upcoming') &&
      (status === undefined || status === 'cancelled' || each === categoryOfStatus[status]),
  )
}

export const encodePlace = ({ category, at, id }: Place): string => `${category}_${at}_${id}`

/** Returns the place that a cursor names, or null if it isn't a cursor of this list. */
export function decodePlace(cursor: string, filter: Filter): Place | null {
  const [, name, at, id] = /^([a-z]+)_(\d{1,16})_([\w-]{1,64})$/.exec(cursor) ?? []
  const category = categoriesOf(filter).find(each => each === name)
  return category === undefined ? null : { category, at: Number(at), id: id as TournamentId }
}
