import type { BoardChoice } from '#client/domain/boards.ts'
import { type TowerRow, towerAt } from '#client/domain/race.ts'
import { amountOf, isTied, resultOf } from '#client/domain/result.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { difference, placesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'

/** A row of the screen: a boat, an angler or a fish. */
export interface Row {
  /** Entry, or contestant of a board. */
  id: string
  entry: Entry
  position: number | null
  isTied: boolean
  /** Name of the boat or the angler. */
  name: string
  /** Text below the name. */
  about: string
  /** Figure such as "412.5 lbs" or "980 points", or null if no fish counts. */
  figure: string | null
  /** It has fish, none of which counts. */
  isUncounted?: boolean
  /** Species or "11 fish", or null for neither. */
  detail: string | null
  /** Gap such as "12 lbs", or null if there is nothing to show. */
  behind: string | null
}

/** Returns "13.2 lbs" that its catch or score is behind the first place's, or null if it isn't behind. */
export function behindLeader(entries: readonly Entry[], entry: Entry): string | null {
  const [first, own] = [entries.find(({ currentPosition }) => currentPosition === 1), entry].map(amountOf)
  if (!first || !own || own.amount >= first.amount) return null
  const gap = difference(first.amount, own.amount)
  return amountText(gap, own.unit)
}

const captainText = ({ boat }: Entry) => `Captain ${boat.captainName}`

const none: ReadonlySet<string> = new Set()

/**
 * The boats. Those without a catch, and those of an upcoming tournament, have no place.
 * @param uncountedIds ids of entries that have fish, none of which counts
 */
export const entryRows = ({ status, entries }: Tournament, uncountedIds = none): Row[] =>
  entries.map(entry => {
    const result = resultOf(entry)
    return {
      id: entry.id,
      entry,
      position: status === 'upcoming' ? null : entry.currentPosition,
      isTied: isTied(entry),
      name: entry.boat.name,
      about: captainText(entry),
      figure: result?.figure ?? null,
      isUncounted: uncountedIds.has(entry.id),
      detail: result?.detail ?? null,
      behind: behindLeader(entries, entry),
    }
  })

/** The contestants of a board that have a place. */
export function boardRows(
  lines: readonly BoardLine[],
  { entries }: Tournament,
  { category: { rank }, unit }: BoardChoice,
): Row[] {
  const [first] = lines
  return lines.flatMap(line => {
    const entry = entries.find(({ id }) => id === line.entryId)
    if (first === undefined || entry === undefined || line.place === null) return []
    const { name } = entry.boat
    const [fish] = line.fish
    const isOfOne = rank === 'fish' || line.taken === 1
    const count = unit === 'fish' ? null : amountText(line.taken, 'fish')
    const gap = difference(first.total, line.total)
    return [
      {
        id: line.contestant,
        entry,
        position: line.place,
        isTied: line.tied,
        name: rank === 'anglers' ? (line.angler?.name ?? name) : name,
        about: rank === 'anglers' ? name : captainText(entry),
        figure: amountText(line.total, unit),
        detail: isOfOne && fish ? fish.species : count,
        behind: gap > 0 ? amountText(gap, unit) : null,
      },
    ]
  })
}

/** Number of rows below the chart of the race. */
const raceRowsShown = 4

/** "▲ 2 in the last hour" */
const movesText = ({ placesGained }: TowerRow): string =>
  placesGained === 0 ? '' : `${placesGained > 0 ? '▲' : '▼'} ${Math.abs(placesGained)} in the last hour`

/** The first boats of the race, with gaps and places gained or lost. */
export function raceRows({ entries }: Tournament, race: Race): Row[] {
  const { unit } = race
  const rows = towerAt(race, placesOf(race), race.frames.length - 1).flatMap((row): Row[] => {
    const entry = entries.find(({ id }) => id === row.entryId)
    if (entry === undefined) return []
    const { amount, toLeader, toNext, tied, place } = row
    return [
      {
        id: entry.id,
        entry,
        position: place,
        isTied: tied,
        name: entry.boat.name,
        about: movesText(row),
        figure: amountText(amount, unit),
        detail: place > 2 && toNext ? `${amountText(toNext, unit)} to next` : null,
        behind: toLeader === null || toLeader === 0 ? null : amountText(toLeader, unit),
      },
    ]
  })
  return rows.slice(0, raceRowsShown)
}
