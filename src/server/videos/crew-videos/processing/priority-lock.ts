type Priority = 'first' | 'later'

/** Mutex; `first` overtakes `later`, FIFO within each. */
export class PriorityLock {
  readonly #waiting: Record<Priority, (() => void)[]> = { first: [], later: [] }
  #isHeld = false

  /** @throws the error of `work`, or the abort reason */
  async run<T>(priority: Priority, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#isHeld) await this.#turn(priority, signal)
    this.#isHeld = true
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = this.#waiting.first.shift() ?? this.#waiting.later.shift()
      // Hands over the lock.
      if (next) next()
      else this.#isHeld = false
    }
  }

  #turn(priority: Priority, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting[priority]
    return new Promise((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(proceed), 1)
        reject(signal.reason)
      }
      const proceed = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(proceed)
    })
  }
}
