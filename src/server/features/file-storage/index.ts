export { countBucketFiles, dropBucketFilesOf, readBucketState } from './bucket-files.queries.ts'
export { type FileStorage, makeFileStorage, type StoredFile, unavailable } from './file-storage.ts'
export { type FinishedFiles, type Moved, moveFilesJob, moveToBucket, moveToDisk } from './move-files.ts'
