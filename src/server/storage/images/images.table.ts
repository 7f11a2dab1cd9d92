import type { ImageId, UserId } from '#contract/ids.ts'

export interface ImagesTable {
  id: ImageId
  owner_id: UserId
  width: number
  height: number
  size_bytes: number
  created_at: number
}

export interface ImageTables {
  images: ImagesTable
}
