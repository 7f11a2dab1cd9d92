import { OperatorError } from '#server/operator-error.ts'

interface Holder {
  /** Called when another process or request waits for the lock, or when it is lost. */
  askToRelease: (() => unknown) | undefined
}
interface Waiter extends Holder {
  proceed: () => void
}

/** Milliseconds. */
export const lockTimeoutMs = 10_000

/** The lock was not free in time, or its request was aborted. */
export class LockTimeout extends OperatorError {
  constructor(name: string) {
    super(`The lock ${name} was not free in time: its holder is slow, or stands still.`)
  }
}

/** Locks by name, in order of request. A request asks the holder to release, and waits for it without polling. */
export class Locks {
  readonly #holders = new Map<string, Holder>()
  readonly #waiters = new Map<string, Waiter[]>()

  /** @throws LockTimeout after 10 seconds, or when `signal` is aborted */
  async acquire(name: string, signal?: AbortSignal, askToRelease?: () => unknown): Promise<void> {
    const holder = this.#holders.get(name)
    if (!holder) {
      this.#holders.set(name, { askToRelease })
      return
    }
    const turn = this.#turn(name, signal, askToRelease)
    await holder.askToRelease?.()
    return turn
  }

  async release(name: string): Promise<void> {
    const [next, ...others] = this.#waiters.get(name) ?? []
    if (!next) {
      this.#holders.delete(name)
      this.#waiters.delete(name)
      return
    }
    this.#waiters.get(name)?.shift()
    this.#holders.set(name, next)
    next.proceed()
    if (others.length > 0) void next.askToRelease?.()
  }

  async close(): Promise<void> {}

  protected askHolder(name: string): void {
    void this.#holders.get(name)?.askToRelease?.()
  }

  #turn(name: string, signal?: AbortSignal, askToRelease?: () => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiters = this.#waiters.get(name) ?? []
      const settle = (then: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', fail)
        then()
      }
      const fail = () => {
        const index = waiters.indexOf(waiter)
        if (index >= 0) waiters.splice(index, 1)
        settle(() => reject(new LockTimeout(name)))
      }
      const waiter: Waiter = { askToRelease, proceed: () => settle(resolve) }
      const timer = setTimeout(fail, lockTimeoutMs)
      signal?.addEventListener('abort', fail, { once: true })
      waiters.push(waiter)
      this.#waiters.set(name, waiters)
    })
  }
}
