import { type TowerRow, towerAt } from '#client/domain/race.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { placesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import type { KioskLine } from './kiosk-lines.ts'
import { type Part, partOf } from './slides.ts'

/** Number of rows below the chart. */
const rowsShown = 4

/** "▲ 2 in the last hour" */
const aboutOf = ({ placesGained }: TowerRow): string =>
  placesGained === 0 ? '' : `${placesGained > 0 ? '▲' : '▼'} ${Math.abs(placesGained)} in the last hour`

function lineOf(row: TowerRow, name: string, unit: Race['unit']): KioskLine {
  const { amount, toLeader, toNext, tied, place } = row
  return {
    name,
    about: aboutOf(row),
    figure: amountText(amount, unit),
    behind: toLeader === null || toLeader === 0 ? null : amountText(toLeader, unit),
    detail: place > 2 && toNext ? `${amountText(toNext, unit)} to next` : null,
    isTied: tied,
  }
}

/** The first boats, with gaps and places gained or lost. */
export function racePart(tournament: Tournament, race: Race): Part {
  const rows = towerAt(race, placesOf(race), race.frames.length - 1).flatMap(row => {
    const entry = tournament.entries.find(({ id }) => id === row.entryId)
    return entry
      ? [{ id: entry.id, entry, position: row.place, line: lineOf(row, entry.boat.name, race.unit) }]
      : []
  })
  return { ...partOf(tournament, 'The Race', rows.slice(0, rowsShown)), race }
}
