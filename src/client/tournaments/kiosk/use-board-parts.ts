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
import { entryRows, inTurn, type Part, partOf, type Row } from './slides.ts'

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
 * The parts of all tournaments: with rules the main board, then the first places of each other category, of daily ones
 * the current day's; then the race, after two weigh-ins.
 * @param near ids of the tournaments whose rules, boards and races are read
 */
export function useBoardParts(tournaments: readonly Tournament[], near: ReadonlySet<string>): Part[] {
  const now = useNow()
  const nearby = tournaments.filter(
    ({ id, status }) => near.has(id) && (status === 'active' || status === 'completed'),
  )
  const races = useQueries({ queries: nearby.map(({ id }) => raceQuery(id)) })
  const rules = useQueries({
    queries: nearby.map(tournament => ({ ...rulesQuery(tournament.id), enabled: hasBoard(tournament) })),
  })
  const boards = nearby.flatMap((tournament, n) => {
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
  return tournaments.flatMap(tournament => {
    const own = boards.flatMap(({ tournament: of, choice, isMain, isOfEntries }, n) => {
      if (of !== tournament) return []
      const rows = isOfEntries ? [] : boardRows(lines[n]?.data ?? [], tournament, choice)
      if (rows.length > 0) return [partOf(tournament, choice.title, rows, choice.category.rank)]
      return isMain
        ? [partOf(tournament, choice.category.name, entryRows(tournament, uncountedIds(lines[n]?.data)))]
        : []
    })
    const race = races[nearby.indexOf(tournament)]?.data
    return [
      ...(own.length > 0 ? inTurn(own) : [partOf(tournament, null)]),
      ...(race && race.frames.length > 1 ? [racePart(tournament, race)] : []),
    ]
  })
}
