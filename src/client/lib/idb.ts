export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the device’s storage failed'))
  })
}

/** One transaction: resolves after its commit, aborts on an error. */
export type Within<Name extends string> = <T>(
  mode: 'readonly' | 'readwrite',
  names: readonly Name[],
  work: (transaction: IDBTransaction) => Promise<T>,
) => Promise<T>

/** Version 1; opened on demand, and again after it was closed. @param create makes the stores */
export function makeDatabase<Name extends string>(
  databaseName: string,
  create: (db: IDBDatabase) => void,
): Within<Name> {
  let opening: Promise<IDBDatabase> | null = null

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => create(request.result)
    const db = await resultOf(request)
    const forget = () => {
      opening = null
    }
    // Lets another tab upgrade the database.
    db.onversionchange = () => {
      db.close()
      forget()
    }
    db.onclose = forget
    return db
  }

  async function database(): Promise<IDBDatabase> {
    opening ??= open()
    try {
      return await opening
    } catch (error) {
      opening = null
      throw error
    }
  }

  return async (mode, names, work) => {
    const transaction = (await database()).transaction(names, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('the device’s storage gave up'))
    })
    try {
      const result = await work(transaction)
      await done
      return result
    } catch (error) {
      done.catch(() => {})
      try {
        transaction.abort()
      } catch {
        // Aborted already; report the original error.
      }
      throw transaction.error ?? error
    }
  }
}
