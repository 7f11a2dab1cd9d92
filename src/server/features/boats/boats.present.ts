import type { Boat, boatChange } from '#contract/boats.ts'
import { imageUrl } from '#contract/images.ts'
import type { BoatSummary } from '#contract/tournaments.ts'
import type { BoatRow } from './boats.table.ts'

/** For signed-in people. Field names follow the specification. */
export const presentBoat = (boat: BoatRow): Boat => ({
  id: boat.id,
  name: boat.name,
  captain_name: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
  owner_id: boat.owner_id,
})

/** Public. */
export const boatSummary = (boat: BoatRow): BoatSummary => ({
  id: boat.id,
  name: boat.name,
  captainName: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
})

/** A request's fields as columns; Kysely leaves out those that are undefined. */
export const boatColumns = ({ name, captainName, description, imageId }: typeof boatChange.infer) => ({
  name,
  captain_name: captainName,
  description,
  image_id: imageId,
})
