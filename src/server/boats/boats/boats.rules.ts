import type { BoatRow } from './boats.table.ts'

export const ownsBoat = (person: { id: string }, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id
