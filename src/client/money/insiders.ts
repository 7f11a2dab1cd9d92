import type { InsiderRole } from '#contract/tournaments/goal-rules.ts'

export const insiderNames: Record<InsiderRole, string> = {
  owner: 'Boat’s owner',
  crew: 'Boat’s crew',
  organiser: 'Organiser',
}
