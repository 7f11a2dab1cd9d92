export {
  countBucketFiles,
  dropBucketFilesOf,
  hasBucketFiles,
  listBucketFiles,
  readBucketState,
} from './bucket-files.queries.ts'
export type { BucketFile } from './bucket-files.table.ts'
export { type FileStorage, makeFileStorage, type StoredFile, unavailable } from './file-storage.ts'
export {
  type FinishedFiles,
  moveFilesJob,
  moveToBucket,
  moveToDisk,
  objectsHeldBackText,
  sweepBucket,
  takeBuckets,
} from './move-files.ts'
