import { isOpen } from '#client/domain/status.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

const organiser: readonly TournamentRole[] = ['organiser']
const organisers: readonly TournamentRole[] = ['organiser', 'co-organiser']
const staff: readonly TournamentRole[] = ['organiser', 'co-organiser', 'weigh-master']

/** Sections of Manage and the roles that can use them: decision 0096. */
const sections = [
  { id: 'checklist', title: 'Checklist', roles: organisers },
  { id: 'weigh-in', title: 'Weigh-in', roles: staff },
  { id: 'entries', title: 'Entries', roles: organisers },
  { id: 'updates', title: 'Updates', roles: staff },
  { id: 'rules', title: 'Rules', roles: organiser },
  { id: 'protests', title: 'Protests', roles: organisers },
  { id: 'fundings', title: 'Fundings', roles: organiser },
  { id: 'results', title: 'Results', roles: organiser },
  { id: 'staff', title: 'Staff', roles: organiser },
  { id: 'integrations', title: 'Integrations', roles: organisers },
  { id: 'settings', title: 'Settings', roles: organisers },
] as const

export type ManageSectionId = (typeof sections)[number]['id']

/** Returns the sections that the role can use now. */
export const manageSectionsOf = ({ status }: Tournament, role: TournamentRole, isRuled: boolean) =>
  sections
    .filter(({ id }) => id !== 'checklist' || isOpen(status))
    .filter(({ id }) => id !== 'protests' || isRuled)
    // Weigh masters record penalties at the entries, if there are rules.
    .filter(({ id, roles }) => roles.includes(role) || (id === 'entries' && isRuled))

/** Returns the default section. */
export function firstManageSection({ status, entries }: Tournament): ManageSectionId {
  if (entries.length === 0 && isOpen(status)) return 'checklist'
  switch (status) {
    case 'active':
      return 'weigh-in'
    case 'completed':
      return 'results'
    case 'upcoming':
    case 'cancelled':
      return 'entries'
  }
}
