import { type } from 'arktype'
import { optionalId, required, saysMissing } from './fields.ts'
import { marinaTexts as texts } from './marina-texts.ts'
import type { BoatSummary } from './tournaments.ts'

/** `GET /api/crew/assignment`, `PUT /api/crew/assignment` */
export interface Assignment {
  boatId: string | null
  boat: BoatSummary | null
  /** False while the boat's owner has not answered. */
  approved: boolean
}

/** One line of `GET /api/boats/:id/crew`, requests first. */
export interface CrewMember {
  userId: string
  firstName: string | null
  lastName: string | null
  email: string
  approved: boolean
  /** ISO 8601, UTC. */
  requestedAt: string
}

/** `PUT /api/crew/assignment`; null leaves the boat. */
export const assignment = type({ boatId: optionalId<'boat'>(texts.boatRequired) }).configure(
  { message: saysMissing({ boatId: texts.boatRequired }) },
  required,
)

/** `POST /api/boats/:id/crew/:userId`; false removes. */
export const approval = type({
  approved: type('boolean').configure({ message: () => texts.approvedInvalid }, 'self'),
}).configure({ message: saysMissing({ approved: texts.approvedInvalid }) }, required)
