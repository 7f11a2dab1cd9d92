export function makeEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
    /** @returns unsubscribes */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export interface ReadableStore<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends ReadableStore<T> {
  set(next: T): void
}

export function makeStore<T>(initial: T): Store<T> {
  let value = initial
  const { emit, subscribe } = makeEmitter()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * JSON in the browser's storage. No call throws: storage may be blocked, full or hold what another version wrote.
 * @param open reading `localStorage` may throw
 */
export function jsonStorage(key: string, open: () => BrowserStorage = () => localStorage) {
  const attempt = <T>(work: (storage: BrowserStorage) => T): T | null => {
    try {
      return work(open())
    } catch {
      return null
    }
  }
  return {
    /** Null also when nothing is stored. */
    read: (): unknown => attempt(storage => JSON.parse(storage.getItem(key) ?? 'null')),
    write: (value: unknown): void => void attempt(storage => storage.setItem(key, JSON.stringify(value))),
    remove: (): void => void attempt(storage => storage.removeItem(key)),
  }
}
