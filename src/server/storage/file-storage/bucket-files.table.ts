import type { Selectable } from 'kysely'

/** A file in a bucket: the object is there while its row has no `drop_at`. */
export interface BucketFilesTable {
  /** Path below `uploads/`, and the object's name. */
  path: string
  /** Id of the video, picture or data export. */
  owner_id: string
  /** `s3://bucket/prefix`. */
  place: string
  size_bytes: number
  /** Milliseconds since 1970, of the file that was sent. */
  modified_at: number
  /** Hex. */
  sha256: string
  /** Milliseconds since 1970: not shown yet, or not any more, and when to delete the object. */
  drop_at: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    bucket_files: BucketFilesTable
  }
}

export type BucketFile = Selectable<BucketFilesTable>
