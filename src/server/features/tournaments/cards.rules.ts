import { limits } from '#contract/limits.ts'
import type { TournamentStatus } from '#contract/tournaments.ts'
import type { TournamentRow } from './tournaments.table.ts'

export type Category = 'upcoming' | 'active' | 'past'

export interface CardFilter {
  category: Category | undefined
  status: TournamentStatus | undefined
  q: string | undefined
}

const dayMs = 86_400_000

type Listed = { row: TournamentRow; status: TournamentStatus }

const categoryOf = ({ row }: Listed, now: number): Category =>
  now >= row.ends_at ? 'past' : now >= row.starts_at ? 'active' : 'upcoming'

const keyOf = ({ row }: Listed, category: Category) =>
  category === 'past' ? -row.ends_at : category === 'active' ? row.ends_at : row.starts_at

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function matches({ row }: Listed, q: string): boolean {
  if (q.trim() === '') return true
  const words = wordsOf(`${row.name} ${row.location ?? ''}`)
  const wanted = wordsOf(q)
  return wanted.length > 0 && wanted.every(start => words.some(word => word.startsWith(start)))
}

/** Active by end, upcoming by start, past latest first. @param now milliseconds since 1970 */
export function mostRelevantFirst<T extends Listed>(
  tournaments: readonly T[],
  { category, status, q = '' }: CardFilter,
  now: number,
): T[] {
  const until = now + limits.upcomingWindowDays * dayMs
  const order: readonly Category[] = category === undefined ? ['active', 'upcoming', 'past'] : [category]
  return order.flatMap(each =>
    tournaments
      .filter(listed => categoryOf(listed, now) === each)
      .filter(({ row }) => category !== 'upcoming' || row.starts_at <= until)
      .filter(listed => status === undefined || listed.status === status)
      .filter(listed => matches(listed, q))
      .sort((a, b) => keyOf(a, each) - keyOf(b, each) || (a.row.id < b.row.id ? -1 : 1)),
  )
}
