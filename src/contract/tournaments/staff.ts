import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { id, missingMessages } from '../fields.ts'
import { isId } from '../ids.ts'
import { constant, type Infer, object, one, orNull, text, time } from '../json-schema.ts'
import { actorRoles, staffKinds } from '../record.ts'
import { entry, tournamentSummary } from './tournaments.ts'

/** Decision 0096 has the table of what each may do. */
export const staffRole = one('co-organiser', 'weigh-master')
export type StaffRole = Infer<typeof staffRole>

export const tournamentRole = one('organiser', 'co-organiser', 'weigh-master')
export type TournamentRole = Infer<typeof tournamentRole>

export const ownRole = object({ tournamentId: text, role: orNull(tournamentRole) })
export type OwnRole = Infer<typeof ownRole>

/** Member as the organiser sees it. `endsAt`: time when the role expires, or null if never. */
export const staffMember = object({
  userId: text,
  firstName: orNull(text),
  lastName: orNull(text),
  email: text,
  role: staffRole,
  joinedAt: time,
  endsAt: orNull(time),
})
export type StaffMember = Infer<typeof staffMember>

/** `organiser`: hands the tournament over. */
const invitationFields = { id: text, role: tournamentRole, createdAt: time, expiresAt: time }
export const staffInvitation = object(invitationFields)
export type StaffInvitation = Infer<typeof staffInvitation>

/** `qrCode`: SVG. */
export const createdStaffInvitation = object({ ...invitationFields, link: text, qrCode: text })
export type CreatedStaffInvitation = Infer<typeof createdStaffInvitation>

/** `captain`: of a boat that the organiser entered. */
export const invitedRole = one('organiser', 'co-organiser', 'weigh-master', 'captain')
export type InvitedRole = Infer<typeof invitedRole>

/** Roles that an invitation's link offers. `entry`: to its captain. `accepted`: by the reader. */
export const offeredRole = object(
  { role: invitedRole, expiresAt: time, tournament: tournamentSummary },
  { entry, accepted: constant(true) },
)
export type OfferedRole = Infer<typeof offeredRole>

export const staffTournament = object({ role: staffRole, tournament: tournamentSummary })
export type StaffTournament = Infer<typeof staffTournament>

/** The same `id` makes one invitation: a repetition gets another link, and the former no longer works. */
export const newStaffInvitation = type({
  'id?': id<'staff-invitation'>(texts.invitationIdInvalid, isId),
  role: type("'organiser' | 'co-organiser' | 'weigh-master'").configure(
    { message: () => texts.staffRoleInvalid },
    'self',
  ),
}).configure(...missingMessages({ role: texts.staffRoleInvalid }))

export const actionKind = one(...staffKinds)
export type ActionKind = Infer<typeof actionKind>

/** `subject`: what it was done to, such as boat and catch, as it was then. */
export const tournamentAction = object({
  id: text,
  kind: actionKind,
  subject: text,
  by: object({ name: text, role: one(...actorRoles) }),
  createdAt: time,
})
export type TournamentAction = Infer<typeof tournamentAction>
