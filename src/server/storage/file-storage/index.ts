export { bucketClients, piecesOf } from './bucket-clients.ts'
export {
  countBucketFiles,
  dropBucketFilesOf,
  listBucketFiles,
  passingFolder,
} from './bucket-files.queries.ts'
export type { BucketFile } from './bucket-files.table.ts'
export { dropObjectsJob, sweepObjects } from './drop-objects.ts'
export {
  type FileStorage,
  type LocalCopy,
  makeFileStorage,
  moveIn,
  readLocal,
  type StoredFile,
  unavailable,
} from './file-storage.ts'
export { refuseOthers } from './installation.ts'
export {
  type FinishedFiles,
  moveToBucket,
  moveToDisk,
  requireBuckets,
  takeBuckets,
} from './move-storage.ts'
export { serveStored } from './serve-file.ts'
