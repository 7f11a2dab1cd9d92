import { useQueries } from '@tanstack/react-query'
import { type BoardChoice, currentBoards, hasBoard } from '#client/domain/boards.ts'
import { resultOf } from '#client/domain/result.ts'
import { useNow } from '#client/lib/now.tsx'
import { kioskBoardQuery } from '#client/tournaments/api/boards.ts'
import { raceQuery } from '#client/tournaments/api/race.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { lineOfBoard } from './kiosk-lines.ts'
import { racePart } from './race-part.ts'
import { entryRows, inTurn, nearPlace, type Part, type Place, type Row } from './slides.ts'

function boardRows(lines: readonly BoardLine[], { entries }: Tournament, choice: BoardChoice): Row[] {
  const [first] = lines
  return lines.flatMap(line => {
    const entry = entries.find(({ id }) => id === line.entryId)
    if (first === undefined || entry === undefined || line.place === null) return []
    return [
      { id: line.contestant, entry, position: line.place, line: lineOfBoard(line, entry, choice, first) },
    ]
  })
}

/** Ids of the entries that have fish, none of which counts. */
const uncountedIds = (lines: readonly BoardLine[] = []): Set<string> =>
  new Set(lines.filter(({ place, listed }) => place === null && listed > 0).map(({ entryId }) => entryId))

/**
 * The parts of a tournament: with rules the main board, then the first places of each other category, of daily ones
 * the current day's; then the race, after two weigh-ins. Reads those of the tournament that is shown and the next.
 */
export function useBoardParts(
  tournaments: readonly Tournament[],
  place: Place | null,
): (tournament: Tournament) => Part[] {
  const now = useNow()
  const near = nearPlace(
    tournaments.map(({ id }) => id),
    place,
  )
  const boardTournaments = tournaments.filter(tournament => hasBoard(tournament) && near.has(tournament.id))
  const rules = useQueries({ queries: boardTournaments.map(({ id }) => rulesQuery(id)) })
  const boards = boardTournaments.flatMap((tournament, n) => {
    const ownRules = rules[n]?.data?.rules
    const choices = ownRules ? currentBoards(ownRules, now) : []
    return choices.map((choice, at) => {
      const isMain = at === 0
      // Their places are those of the main board.
      return { tournament, choice, isMain, isOfEntries: isMain && choice.day === null }
    })
  })
  const lines = useQueries({
    queries: boards.map(({ tournament, choice, isOfEntries }) => ({
      ...kioskBoardQuery(tournament.id, choice),
      // Only boats with fish, none of which counts, need the board.
      enabled: !isOfEntries || tournament.entries.some(entry => resultOf(entry) === null),
    })),
  })
  const raceTournaments = tournaments.filter(
    ({ id, status }) => near.has(id) && (status === 'active' || status === 'completed'),
  )
  const races = useQueries({ queries: raceTournaments.map(({ id }) => raceQuery(id)) })
  const boardsOf = (tournament: Tournament): Part[] => {
    const own = boards.flatMap(({ tournament: { id }, choice, isMain, isOfEntries }, n): Part[] => {
      if (id !== tournament.id) return []
      const rows = isOfEntries ? [] : boardRows(lines[n]?.data ?? [], tournament, choice)
      if (rows.length > 0) return [{ board: choice.title, rows, rank: choice.category.rank }]
      return isMain
        ? [{ board: choice.category.name, rows: entryRows(tournament, uncountedIds(lines[n]?.data)) }]
        : []
    })
    return own.length > 0 ? inTurn(own) : [{ board: null, rows: entryRows(tournament) }]
  }
  return tournament => {
    const race = races[raceTournaments.findIndex(({ id }) => id === tournament.id)]?.data
    const own = boardsOf(tournament)
    return race && race.frames.length > 1 ? [...own, racePart(tournament, race)] : own
  }
}
