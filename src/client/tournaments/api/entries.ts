import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { type Query, query } from '#client/api/query.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'

export const entryQuery = (id: string) =>
  query('GET /api/tournament-entries/:id', { params: { id } }) as Query<EntryWithTournament>
/** Entries that the viewer manages. */
export const ownEntriesQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/mine', { params: { id: tournamentId } })

/** Reads whether the viewer is an insider of the entry. */
export const insiderQuery = (id: string) =>
  query('GET /api/tournament-entries/:id/insider', { params: { id } })

/** CSV: entries with their standings. */
export const entriesFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/entries.csv', { params: { id: tournamentId } })

/** SVG: of the boat's page, with a pass of a locked site; organisers only. */
export const boatPassPath = (id: string) =>
  pathOf('GET /api/tournament-entries/:id/pass.svg', { params: { id } })

export const enterBoat = mutation('POST /api/tournaments/:id/entries')
export const changeEntry = mutation('PATCH /api/tournament-entries/:id')
export const withdrawEntry = mutation('DELETE /api/tournament-entries/:id')
/** The organiser enters boats for captains. */
export const listBoats = mutation('POST /api/tournaments/:id/boat-list')
export const inviteCaptain = mutation('POST /api/tournament-entries/:id/captain-invitation')
export const linkForCaptain = mutation('POST /api/tournament-entries/:id/captain-link')
