import { atom } from 'jotai'
import type { QueueItem } from './item.ts'
import { getQueue, queueOwner } from './runtime.ts'

/** Null until the device's storage has answered. */
const baseAtom = atom<readonly QueueItem[] | null>(null)

const newestFirst = (a: QueueItem, b: QueueItem) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** The signed-in person's items on this device, newest first; kept true for as long as somebody looks. */
export const itemsAtom = atom(
  get => get(baseAtom),
  (_get, set, items: readonly QueueItem[]) => set(baseAtom, [...items].sort(newestFirst)),
)

itemsAtom.onMount = set => {
  const queue = getQueue()
  let known: readonly QueueItem[] = []
  let latest = 0
  const show = (items: readonly QueueItem[]) => {
    known = items
    set(items)
  }
  const load = async () => {
    latest += 1
    const mine = latest
    const all = await queue.store.list().catch(() => [])
    if (mine === latest) show(all.filter(({ ownerId }) => ownerId === queueOwner()))
  }
  void load()
  return queue.on(item => {
    if (item && known.some(({ id }) => id === item.id))
      show(known.map(old => (old.id === item.id ? item : old)))
    else void load()
  })
}

/** How many are still on their way or wait for a word of the person. */
export const openCountAtom = atom(
  get => get(itemsAtom)?.filter(({ status }) => status !== 'POSTED').length ?? 0,
)
