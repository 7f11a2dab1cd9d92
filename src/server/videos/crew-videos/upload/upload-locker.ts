import type { Lock, Locker, RequestRelease } from '@tus/server'
import { ApiError } from '#server/http/errors.ts'

interface Holder {
  askToRelease: RequestRelease
}
interface Waiter extends Holder {
  proceed: () => void
}

/** Milliseconds before 409. */
const lockTimeoutMs = 10_000

/** The next request asks the holder to stop. @tus/server's MemoryLocker polls with a whole core. */
export class UploadLocker implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #waiters = new Map<string, Waiter[]>()

  newLock(id: string): Lock {
    return {
      lock: (signal, askToRelease) => this.#acquire(id, signal, askToRelease),
      unlock: async () => this.#release(id),
    }
  }

  async #acquire(id: string, signal: AbortSignal, askToRelease: RequestRelease): Promise<void> {
    const holder = this.#holders.get(id)
    if (!holder) {
      this.#holders.set(id, { askToRelease })
      return
    }
    const turn = this.#turn(id, signal, askToRelease)
    await holder.askToRelease()
    return turn
  }

  #turn(id: string, signal: AbortSignal, askToRelease: RequestRelease): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiters = this.#waiters.get(id) ?? []
      const settle = (then: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', fail)
        then()
      }
      const fail = () => {
        const index = waiters.indexOf(waiter)
        if (index >= 0) waiters.splice(index, 1)
        settle(() => reject(new ApiError('conflict', 'Another request is writing to this upload.')))
      }
      const waiter: Waiter = { askToRelease, proceed: () => settle(resolve) }
      const timer = setTimeout(fail, lockTimeoutMs)
      signal.addEventListener('abort', fail, { once: true })
      waiters.push(waiter)
      this.#waiters.set(id, waiters)
    })
  }

  #release(id: string): void {
    const [next, ...others] = this.#waiters.get(id) ?? []
    if (!next) {
      this.#holders.delete(id)
      this.#waiters.delete(id)
      return
    }
    this.#waiters.get(id)?.shift()
    this.#holders.set(id, next)
    next.proceed()
    if (others.length > 0) void next.askToRelease()
  }
}
