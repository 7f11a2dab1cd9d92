import type { ImageId, UserId } from '#contract/ids.ts'

export interface ImagesTable {
  id: ImageId
  owner_id: UserId
  width: number
  height: number
  size_bytes: number
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    images: ImagesTable
  }
}
