import { useQueries } from '@tanstack/react-query'
import { currentBoards, hasBoard } from '#client/domain/boards.ts'
import { resultOf } from '#client/domain/result.ts'
import { useNow } from '#client/lib/now.tsx'
import { kioskBoardQuery } from '#client/tournaments/api/boards.ts'
import { raceQuery } from '#client/tournaments/api/race.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { boardRows, entryRows, raceRows } from './rows.ts'
import { inTurn, type Part, partOf } from './slides.ts'

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
      ...(race && race.frames.length > 1
        ? [{ ...partOf(tournament, 'The Race', raceRows(tournament, race)), race }]
        : []),
    ]
  })
}
