import type { BoatRow } from '#server/features/boats/boats.table.ts'

interface Person {
  id: string
}

/** Who sees a boat's crew, and approves or removes it. */
export const canManageCrew = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** A boat of one's own needs nobody's word. */
export const isApprovedAtOnce = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id
