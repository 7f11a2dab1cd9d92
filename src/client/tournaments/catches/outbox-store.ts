import { makeDatabase, resultOf } from '#client/lib/idb.ts'
import type { OutboxStore, QueuedWeighIn } from './outbox.ts'

const name = 'weighIns'

/** Returns a store in IndexedDB; where the browser blocks that, items last until the page is left. */
export function makeOutboxStore(): OutboxStore {
  const within = makeDatabase<typeof name>(
    'reelstake-weigh-ins',
    db => void db.createObjectStore(name, { keyPath: 'id' }),
  )
  const memory = new Map<string, QueuedWeighIn>()
  const remove = (id: string) =>
    within('readwrite', [name], transaction => resultOf(transaction.objectStore(name).delete(id)))

  return {
    async list() {
      const items: QueuedWeighIn[] = await within('readonly', [name], transaction =>
        resultOf(transaction.objectStore(name).getAll()),
      ).catch(() => [])
      return [...items.filter(({ id }) => !memory.has(id)), ...memory.values()]
    },

    async put(item) {
      try {
        await within('readwrite', [name], transaction => resultOf(transaction.objectStore(name).put(item)))
        memory.delete(item.id)
        return true
      } catch {
        memory.set(item.id, item)
        // After a reload, what is undone must not be sent.
        if (item.undo) await remove(item.id).catch(() => {})
        return false
      }
    },

    async delete({ id, undo }) {
      // An older version of it may be stored.
      const isInMemory = memory.get(id)?.undo === undo
      if (isInMemory) memory.delete(id)
      await within('readwrite', [name], async transaction => {
        const items = transaction.objectStore(name)
        const item: QueuedWeighIn | undefined = await resultOf(items.get(id))
        if (isInMemory || item?.undo === undo) await resultOf(items.delete(id))
      }).catch(() => {})
    },
  }
}
