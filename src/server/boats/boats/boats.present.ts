import type { Boat } from '#contract/boats/boats.ts'
import { imageUrl } from '#contract/images.ts'
import type { BoatSummary } from '#contract/tournaments/tournaments.ts'
import type { ShownBoat } from './boats.queries.ts'
import type { BoatRow } from './boats.table.ts'

/** For signed-in people. */
export const presentBoat = ({ image_id, ...boat }: ShownBoat): Boat => ({
  ...boat,
  imageUrl: imageUrl(image_id),
})

/** Public. */
export const boatSummary = (boat: BoatRow): BoatSummary => ({
  id: boat.id,
  name: boat.name,
  captainName: boat.captain_name,
  description: boat.description,
  imageUrl: imageUrl(boat.image_id),
})
