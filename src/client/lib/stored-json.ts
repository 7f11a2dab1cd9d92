type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * JSON in the browser's storage. No call throws: storage may be blocked, full or hold what another version wrote.
 * @param storage reading `localStorage` may throw
 */
export function storedJson(key: string, storage: () => Store = () => localStorage) {
  const attempt = <T>(work: (storage: Store) => T): T | null => {
    try {
      return work(storage())
    } catch {
      return null
    }
  }
  return {
    /** Null also when nothing is stored. */
    read: (): unknown => attempt(store => JSON.parse(store.getItem(key) ?? 'null')),
    write: (value: unknown): void => void attempt(store => store.setItem(key, JSON.stringify(value))),
    remove: (): void => void attempt(store => store.removeItem(key)),
  }
}
