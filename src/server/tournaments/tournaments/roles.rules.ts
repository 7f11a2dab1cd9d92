import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { StaffRole, TournamentRole } from '#contract/tournaments/staff.ts'
import type { TournamentRow } from './tournaments.table.ts'

/** A person's role, or null without one. Decision 0096 has the table of roles and calls. */
type Role = TournamentRole | null

/** Returns when a staff role expires in milliseconds since 1970, or null if it doesn't. */
export const roleEnd = (role: StaffRole, { ends_at: end }: Pick<TournamentRow, 'ends_at'>): number | null =>
  role === 'weigh-master' ? end + limits.weighMasterHours * hour : null

/** @param staff null: not on the staff, or removed */
export function roleAt(
  person: { id: string },
  tournament: Pick<TournamentRow, 'organiser_id' | 'ends_at'>,
  staff: StaffRole | null,
  now: number,
): Role {
  if (isOrganiser(person, tournament)) return 'organiser'
  if (staff === null) return null
  const end = roleEnd(staff, tournament)
  return end === null || now < end ? staff : null
}

/**
 * Returns whether the person is the organiser,
 * who alone changes money, results, dates, staff, webhooks and the log.
 */
export const isOrganiser = (
  person: { id: string },
  tournament: Pick<TournamentRow, 'organiser_id'>,
): boolean => tournament.organiser_id === person.id

/**
 * Returns whether the role may weigh in, correct and delete catches, post updates and open the Manage page.
 */
export const canWeighIn = (role: Role): role is TournamentRole => role !== null

/** Texts of the tournament, announcements, positions and the updates of others. */
export const canManageTournament = (role: Role): role is 'organiser' | 'co-organiser' =>
  role === 'organiser' || role === 'co-organiser'
