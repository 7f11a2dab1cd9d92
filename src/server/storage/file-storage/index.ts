export {
  countBucketFiles,
  dropBucketFilesOf,
  listBucketFiles,
} from './bucket-files.queries.ts'
export type { BucketFile } from './bucket-files.table.ts'
export { dropObjectsJob, sweepObjects } from './drop-objects.ts'
export {
  type FileStorage,
  type LocalCopy,
  makeFileStorage,
  moveIn,
  type StoredFile,
  unavailable,
} from './file-storage.ts'
export { type FinishedFiles, moveToBucket, moveToDisk, takeBuckets } from './move-storage.ts'
