import { type } from 'arktype'
import { id, lines, optionalId, optionalLine, required, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { imageTexts } from './images.ts'
import { limits } from './limits.ts'
import { marinaTexts as texts } from './marina-texts.ts'
import type { BoatSummary, TournamentSummary } from './tournaments.ts'

/** `GET /api/tournament-updates` */
export interface Update {
  id: string
  content: string
  imageUrl: string | null
  location: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  tournamentEntry: { id: string; boat: BoatSummary; tournament: TournamentSummary }
}

/** `POST /api/tournament-updates` */
export const newUpdate = type({
  tournamentEntryId: id<'entry'>(texts.entryRequired),
  content: lines({ required: texts.updateRequired, max: limits.updateMax, tooLong: texts.updateTooLong }),
  'location?': optionalLine({ max: limits.nameMax, tooLong: texts.locationTooLong }),
  'imageId?': optionalId<'image'>(imageTexts.unknown, isId),
}).configure(
  { message: saysMissing({ tournamentEntryId: texts.entryRequired, content: texts.updateRequired }) },
  required,
)
