import type { Lock, Locker } from '@tus/server'
import { type Locks, LockTimeout } from '#server/db/locks.ts'
import { conflict } from '#server/http/errors.ts'

/**
 * One request at a time reads or writes an upload; the next one asks it to stop. @tus/server's MemoryLocker polls with
 * a whole core.
 */
export class UploadLocker implements Locker {
  constructor(private readonly locks: Locks) {}

  newLock(id: string): Lock {
    const name = `upload ${id}`
    return {
      lock: (signal, askToRelease) =>
        this.locks.acquire(name, signal, askToRelease).catch(error => {
          throw error instanceof LockTimeout ? conflict('Another request is writing to this upload.') : error
        }),
      unlock: () => this.locks.release(name),
    }
  }
}
