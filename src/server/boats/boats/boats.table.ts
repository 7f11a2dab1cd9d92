import type { Selectable } from 'kysely'
import type { BoatId, ImageId, UserId } from '#contract/ids.ts'

export interface BoatsTable {
  id: BoatId
  owner_id: UserId
  name: string
  captain_name: string
  description: string | null
  image_id: ImageId | null
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    boats: BoatsTable
  }
}

export type BoatRow = Selectable<BoatsTable>
