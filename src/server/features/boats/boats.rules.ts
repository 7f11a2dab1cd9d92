import { imageUrl } from '#contract/images.ts'
import type { BoatSummary } from '#contract/tournaments.ts'
import type { BoatRow } from './boats.table.ts'

/** Who changes it, enters it and says who crews it. */
export const ownsBoat = (person: { id: string }, boat: Pick<BoatRow, 'owner_id'>): boolean =>
  boat.owner_id === person.id

/** A boat inside of something else's answer. */
export const boatSummary = (boat: BoatRow): BoatSummary => ({
  id: boat.id,
  name: boat.name,
  captainName: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
})
