import { atom } from 'jotai'
import type { QueueItem } from './item.ts'
import { getQueue, queueOwner } from './runtime.ts'

/** Null until loaded. */
const baseAtom = atom<readonly QueueItem[] | null>(null)

/** The device's storage could not be read: the items are those of before. */
export const isUnreadableAtom = atom(false)

const newestFirst = (a: QueueItem, b: QueueItem) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** The user's items, newest first. Takes null if they can't be read. */
export const itemsAtom = atom(
  get => get(baseAtom),
  (_get, set, items: readonly QueueItem[] | null) => {
    set(isUnreadableAtom, items === null)
    if (items) set(baseAtom, [...items].sort(newestFirst))
  },
)

itemsAtom.onMount = set => {
  const queue = getQueue()
  let current: readonly QueueItem[] = []
  let latest = 0
  const show = (items: readonly QueueItem[]) => {
    current = items
    set(items)
  }
  const load = async () => {
    latest += 1
    const mine = latest
    const all = await queue.store.list().catch(() => null)
    if (mine !== latest) return
    if (all) show(all.filter(({ ownerId }) => ownerId === queueOwner()))
    else set(null)
  }
  void load()
  return queue.on(item => {
    if (item && current.some(({ id }) => id === item.id))
      show(current.map(old => (old.id === item.id ? item : old)))
    else void load()
  })
}

export const openCountAtom = atom(
  get => get(itemsAtom)?.filter(({ status }) => status !== 'POSTED').length ?? 0,
)
