import { isOpen } from '#client/domain/status.ts'
import type { Section } from '#client/lib/sections.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

const sections = [
  { id: 'checklist', title: 'Checklist' },
  { id: 'weigh-in', title: 'Weigh-in' },
  { id: 'entries', title: 'Entries' },
  { id: 'updates', title: 'Updates' },
  { id: 'rules', title: 'Rules' },
  { id: 'protests', title: 'Protests' },
  { id: 'fundings', title: 'Fundings' },
  { id: 'results', title: 'Results' },
  { id: 'staff', title: 'Staff' },
  { id: 'integrations', title: 'Integrations' },
  { id: 'settings', title: 'Settings' },
] as const satisfies readonly Section[]

export type ManageSectionId = (typeof sections)[number]['id']

const weighMasters: readonly string[] = ['weigh-in', 'updates']
const coOrganisers: readonly string[] = [
  'checklist',
  'weigh-in',
  'entries',
  'updates',
  'protests',
  'integrations',
  'settings',
]

/** Returns the sections of Manage that the role can use: decision 0096. */
export function manageSectionsOf({ status }: Tournament, role: TournamentRole, isRuled: boolean) {
  // Weigh masters record penalties there, if there are rules.
  const ofWeighMasters = isRuled ? [...weighMasters, 'entries'] : weighMasters
  const own = role === 'co-organiser' ? coOrganisers : ofWeighMasters
  return sections
    .filter(({ id }) => id !== 'checklist' || isOpen(status))
    .filter(({ id }) => id !== 'protests' || isRuled)
    .filter(({ id }) => role === 'organiser' || own.includes(id))
}

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
