import type { Boat } from '#contract/boats.ts'
import { imageUrl } from '#contract/images.ts'
import type { BoatRow } from './boats.table.ts'

/** Field names follow the specification. */
export const presentBoat = (boat: BoatRow): Boat => ({
  id: boat.id,
  name: boat.name,
  captain_name: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
  owner_id: boat.owner_id,
})
