import { imageUrl } from '#contract/images.ts'
import type { BoatSummary } from '#contract/tournaments.ts'
import type { BoatRow } from './boats.table.ts'

export const ownsBoat = (person: { id: string }, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

export const boatSummary = (boat: BoatRow): BoatSummary => ({
  id: boat.id,
  name: boat.name,
  captainName: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
})
