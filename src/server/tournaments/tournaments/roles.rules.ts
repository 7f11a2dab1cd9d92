import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { StaffRole, TournamentRole } from '#contract/tournaments/staff.ts'
import type { TournamentRow } from './tournaments.table.ts'

/** Null: a stranger to the tournament. Decision 0096 has the table of roles and calls. */
type Role = TournamentRole | null

/** When a staff role expires, milliseconds since 1970; null: never. */
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

/** Money, results, dates, cancellation, withdrawals, staff, webhooks and the log. */
export const isOrganiser = (
  person: { id: string },
  tournament: Pick<TournamentRow, 'organiser_id'>,
): boolean => tournament.organiser_id === person.id

/** Also to correct and delete catches, to post updates and to open the Manage page. */
export const canWeighIn = (role: Role): boolean => role !== null

/** Texts of the tournament, announcements, positions and the updates of others. */
export const canManageTournament = (role: Role): boolean => role === 'organiser' || role === 'co-organiser'
