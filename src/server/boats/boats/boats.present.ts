import type { Boat, BoatSummary } from '#contract/boats/boats.ts'
import { imageUrl } from '#contract/images.ts'
import type { ShownBoat } from './boats.queries.ts'
import type { BoatRow } from './boats.table.ts'

/** Returns a boat as signed-in people read it. */
export const presentBoat = ({ image_id, ...boat }: ShownBoat): Boat => ({
  ...boat,
  imageUrl: imageUrl(image_id),
})

/** Returns a boat as the public reads it. */
export const boatSummary = (
  boat: Pick<BoatRow, 'id' | 'name' | 'captain_name' | 'description' | 'image_id'>,
): BoatSummary => ({
  id: boat.id,
  name: boat.name,
  captainName: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
})
