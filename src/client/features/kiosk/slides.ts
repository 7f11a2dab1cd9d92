import { rowsOf } from '#client/domain/standings.ts'
import type { Entry, Tournament } from '#contract/tournaments.ts'

/** What the screen shows at one time: some rows of one tournament. */
export interface Slide {
  tournament: Tournament
  /** Which page of its rows, from 0. */
  page: number
  rows: readonly Row[]
  /** The first row's place in the list, from 0. */
  from: number
}

export interface Row {
  entry: Entry
  /** As it is shown: its own, or else its place in the list; null before the start, when nobody has one. */
  position: number | null
}

const startOf = ({ startDate }: Tournament) => Date.parse(startDate)
const endOf = ({ endDate }: Tournament) => Date.parse(endDate)

/**
 * What a screen for the whole marina shows, one after the other: the tournaments that are on, the first to end first.
 * While none is, the one that starts next and the one that ended last.
 */
export function boardsOf(tournaments: readonly Tournament[]): Tournament[] {
  const having = (status: Tournament['status']) => tournaments.filter(found => found.status === status)
  const active = having('active').sort((a, b) => endOf(a) - endOf(b))
  if (active.length > 0) return active
  const [next] = having('upcoming').sort((a, b) => startOf(a) - startOf(b))
  const [last] = having('completed').sort((a, b) => endOf(b) - endOf(a))
  return [next, last].filter(found => found !== undefined)
}

const slideRows = ({ status, entries }: Tournament): Row[] =>
  status === 'upcoming' ? entries.map(entry => ({ entry, position: null })) : rowsOf(entries)

/** Every board in pages of at most `capacity` rows; a board without boats has one empty page. */
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

/** Which slide it is, whatever its rows have become. */
export interface Place {
  tournament: string
  page: number
}

export const placeOf = ({ tournament, page }: Slide): Place => ({ tournament: tournament.id, page })

/** The slide at a place; when that is gone, the last page before it, else the first slide of all. */
export function slideAt(slides: readonly Slide[], place: Place | null): number {
  if (place === null) return 0
  const found = slides.findLastIndex(
    slide => slide.tournament.id === place.tournament && slide.page <= place.page,
  )
  return Math.max(0, found)
}

/** The place `steps` further, round and round. */
export function stepFrom(slides: readonly Slide[], place: Place | null, steps: number): Place | null {
  if (slides.length === 0) return null
  const next = slides[(((slideAt(slides, place) + steps) % slides.length) + slides.length) % slides.length]
  return next ? placeOf(next) : null
}
