import type { BoatRow } from '#server/boats/boats/index.ts'

interface Person {
  id: string
}

export const canManageCrew = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

export const isApprovedAtOnce = (person: Person, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id
