import type { BoatId, UserId } from '#contract/ids.ts'

export interface BoatsTable {
  id: BoatId
  owner_id: UserId
  name: string
  captain_name: string
  description: string | null
  image_url: string | null
  created_at: number
}

export interface BoatTables {
  boats: BoatsTable
}
