import type { Generated, Selectable } from 'kysely'
import type { Boat } from '#contract/boats/boats.ts'
import type { BoatId, ImageId, UserId } from '#contract/ids.ts'

/** The fields of the answer are columns, but for the picture. */
export interface BoatsTable extends Omit<Boat, 'imageUrl'> {
  id: BoatId
  owner_id: UserId
  image_id: ImageId | null
  created_at: number
  /** The key of the request that added the boat. */
  idempotency_key: Generated<string | null>
}

declare module '#server/db/tables.ts' {
  interface Tables {
    boats: BoatsTable
  }
}

export type BoatRow = Selectable<BoatsTable>
