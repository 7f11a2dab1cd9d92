import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Race } from '#contract/tournaments/race.ts'
import type { Category } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { entryRows, type Row } from './rows.ts'

/** A board of a tournament, or its race. */
export interface Part {
  tournament: Tournament
  /** "Blue Marlin · Saturday", "The Race", or null without rules. */
  title: string | null
  /** A chart stands above the rows. */
  race?: Race
  rows: readonly Row[]
  /** Rows of the whole board. */
  total: number
  rank: Category['rank']
}

/** A page of a part. */
export interface Slide extends Part {
  /** Index of the page, from 0. */
  page: number
  /** Index of the first row, from 0. */
  from: number
}

const endOf = ({ tournament }: Board) => Date.parse(tournament.endDate)

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
  return [next && withoutEntries(next), last].filter(board => board !== undefined)
}

/** Limits the other boards, so that all categories are shown within minutes. */
const placesOfOthers = 24

export const partOf = (
  tournament: Tournament,
  title: string | null,
  rows: readonly Row[] = entryRows(tournament),
  rank: Category['rank'] = 'boats',
): Part => ({ tournament, title, rows, total: rows.length, rank })

/** Boards of one tournament: all of the first, which is the main one, and the first places of the others. */
export const inTurn = (boards: readonly Part[]): Part[] =>
  boards.map((board, at) => (at === 0 ? board : { ...board, rows: board.rows.slice(0, placesOfOthers) }))

/** Pages of at most `capacity` rows; an empty board has one. */
export const slidesOf = (parts: readonly Part[], capacity: number): Slide[] =>
  parts.flatMap(part => {
    const { title, race, rows } = part
    const most = Math.max(1, Math.min(race ? rows.length : capacity, rows.length))
    const pages = Math.max(1, Math.ceil(rows.length / most))
    // Boards are divided evenly: few rows on a last page would be too high for their names.
    const startOf = (page: number) =>
      title === null ? page * most : Math.round((page * rows.length) / pages)
    return Array.from({ length: pages }, (_, page) => {
      const from = startOf(page)
      return { ...part, page, from, rows: rows.slice(from, startOf(page + 1)) }
    })
  })

export interface Place {
  tournament: string
  title: string | null
  page: number
}

export const placeOf = ({ tournament: { id }, title, page }: Slide): Place => ({
  tournament: id,
  title,
  page,
})

/** Falls back to the tournament's first slide. */
export function slideAt(slides: readonly Slide[], place: Place | null): number {
  if (place === null) return 0
  const isOfIt = (slide: Slide) => slide.tournament.id === place.tournament
  const index = slides.findLastIndex(
    slide => isOfIt(slide) && slide.title === place.title && slide.page <= place.page,
  )
  return index === -1 ? Math.max(0, slides.findIndex(isOfIt)) : index
}

/** Returns the place some steps ahead; after the last slide comes the first. */
export function stepFrom(slides: readonly Slide[], place: Place | null, steps: number): Place | null {
  if (slides.length === 0) return null
  const next = slides[(((slideAt(slides, place) + steps) % slides.length) + slides.length) % slides.length]
  return next ? placeOf(next) : null
}

/** The tournament that is shown, and the one that follows. @param ids in their order */
export function nearPlace(ids: readonly string[], place: Place | null): ReadonlySet<string> {
  const current = Math.max(0, ids.indexOf(place?.tournament ?? ''))
  return new Set(ids.filter((_, n) => n === current || n === (current + 1) % ids.length))
}
