import { imageUrl } from '#contract/images.ts'
import { iso } from '#contract/iso.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { correctionOf } from '#server/tournaments/entries/index.ts'
import { presentSummary } from '#server/tournaments/tournaments/index.ts'
import type { ShownUpdate } from './updates.queries.ts'
import { disqualifiedAt } from './updates.rules.ts'

/** @param now milliseconds since 1970: determines the tournament's status */
export function presentUpdate(row: ShownUpdate, now: number): Update {
  const tournament = {
    ...row,
    id: row.tournament_id,
    name: row.tournament_name,
    description: row.tournament_description,
    location: row.tournament_location,
  }
  const boat = {
    id: row.boat_id,
    name: row.boat_name,
    captainName: row.boat_captain_name,
    description: row.boat_description,
    imageUrl: imageUrl(row.boat_image_id),
  }
  const correction =
    row.species === null
      ? null
      : correctionOf(row, { weight: row.weight_hundredths, ounces: row.ounces, species: row.species })
  const out = disqualifiedAt(row)
  return {
    id: row.id,
    content: row.content,
    imageUrl: imageUrl(row.image_id),
    location: row.location,
    createdAt: iso(row.created_at),
    ...(correction && { correction }),
    ...(out !== null && { disqualified: { at: iso(out) } }),
    tournamentEntry: { id: row.entry_id, boat, tournament: presentSummary(tournament, now) },
  }
}
