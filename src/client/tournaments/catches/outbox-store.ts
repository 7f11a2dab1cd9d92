import { makeDatabase, settled } from '#client/lib/idb.ts'
import type { OutboxStore, QueuedWeighIn } from './outbox.ts'

const name = 'weighIns'

/** Returns a store in IndexedDB; where the browser blocks that, items last until the page is left. */
export function makeOutboxStore(): OutboxStore {
  const within = makeDatabase<typeof name>(
    'reelstake-weigh-ins',
    db => void db.createObjectStore(name, { keyPath: 'id' }),
  )
  const unstored = new Map<string, QueuedWeighIn>()

  return {
    async list() {
      const stored: QueuedWeighIn[] = await within('readonly', [name], transaction =>
        settled(transaction.objectStore(name).getAll()),
      ).catch(() => [])
      return [...stored.filter(({ id }) => !unstored.has(id)), ...unstored.values()]
    },

    async put(item) {
      try {
        await within('readwrite', [name], transaction => settled(transaction.objectStore(name).put(item)))
        unstored.delete(item.id)
        return true
      } catch {
        unstored.set(item.id, item)
        return false
      }
    },

    async delete({ id, undo }) {
      if (unstored.get(id)?.undo === undo) unstored.delete(id)
      await within('readwrite', [name], async transaction => {
        const items = transaction.objectStore(name)
        const item: QueuedWeighIn | undefined = await settled(items.get(id))
        if (item?.undo === undo) await settled(items.delete(id))
      }).catch(() => {})
    },
  }
}
