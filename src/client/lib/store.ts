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

export function makeStore<T>(initial: T) {
  let value = initial
  const { emit, subscribe } = makeEmitter()
  return {
    get: (): T => value,
    set(next: T): void {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}
