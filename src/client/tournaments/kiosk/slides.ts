import { parseBestCatch } from '#client/domain/best-catch.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry, Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'

export interface Slide {
  tournament: Tournament
  /** From 0. */
  page: number
  rows: readonly Row[]
  /** From 0. */
  from: number
}

export interface Row {
  entry: Entry
  position: number | null
}

const endOf = ({ tournament }: Board) => Date.parse(tournament.endDate)

export const boardOf = (tournament: Tournament): Board => ({
  tournament,
  boats: tournament.entries.length,
  entries: tournament.entries,
})

const withoutEntries = (card: TournamentCard): Board => ({ tournament: card, boats: card.boats, entries: [] })

/**
 * Active ones by end date, else the next upcoming and the latest completed.
 * @param running cards of active tournaments: those without boats have no board
 */
export function boardsShown(
  boards: readonly Board[],
  running: readonly TournamentCard[],
  next: TournamentCard | undefined,
): Board[] {
  const having = (status: Tournament['status']) =>
    boards.filter(({ tournament }) => tournament.status === status)
  const empty = running.filter(({ boats }) => boats === 0).map(withoutEntries)
  const active = [...having('active'), ...empty].sort((a, b) => endOf(a) - endOf(b))
  if (active.length > 0) return active
  const [last] = having('completed').sort((a, b) => endOf(b) - endOf(a))
  return [next && withoutEntries(next), last].filter(found => found !== undefined)
}

/** Boats without a catch, and those of an upcoming tournament, have no place. */
const slideRows = ({ status, entries }: Tournament): Row[] =>
  entries.map(entry => ({ entry, position: status === 'upcoming' ? null : entry.currentPosition }))

/** Pages of at most `capacity` rows; an empty board has one. */
export function slidesOf(boards: readonly Tournament[], capacity: number): Slide[] {
  return boards.flatMap(tournament => {
    const rows = slideRows(tournament)
    const size = Math.max(1, Math.min(capacity, rows.length))
    const pages = Math.max(1, Math.ceil(rows.length / size))
    return Array.from({ length: pages }, (_, page) => {
      const from = page * size
      return { tournament, page, from, rows: rows.slice(from, from + size) }
    })
  })
}

/** Pounds that its catch weighs less than the first place's; null: none. */
export function behindLeader(entries: readonly Entry[], { bestCatch }: Entry): number | null {
  const leader = entries.find(({ currentPosition }) => currentPosition === 1)
  const [first, own] = [leader?.bestCatch ?? null, bestCatch].map(parseBestCatch)
  if (!first || !own || own.weight >= first.weight) return null
  return Math.round((first.weight - own.weight) * 100) / 100
}

export interface Place {
  tournament: string
  page: number
}

export const placeOf = ({ tournament, page }: Slide): Place => ({ tournament: tournament.id, page })

export function slideAt(slides: readonly Slide[], place: Place | null): number {
  if (place === null) return 0
  const found = slides.findLastIndex(
    slide => slide.tournament.id === place.tournament && slide.page <= place.page,
  )
  return Math.max(0, found)
}

/** Cyclic. */
export function stepFrom(slides: readonly Slide[], place: Place | null, steps: number): Place | null {
  if (slides.length === 0) return null
  const next = slides[(((slideAt(slides, place) + steps) % slides.length) + slides.length) % slides.length]
  return next ? placeOf(next) : null
}
