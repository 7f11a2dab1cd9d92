import { atom } from 'jotai'
import type { QueueItem } from './item.ts'
import { getQueue, queueOwner } from './runtime.ts'

/** Items of every account, newest first. Null until loaded. */
const baseAtom = atom<readonly QueueItem[] | null>(null)

const isOwn = ({ ownerId }: QueueItem) => ownerId === queueOwner()

/** The device's storage could not be read: the items are those of before. */
export const isUnreadableAtom = atom(false)

const newestFirst = (a: QueueItem, b: QueueItem) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** The user's items, newest first. Takes those of every account, or null if they can't be read. */
export const itemsAtom = atom(
  get => get(baseAtom)?.filter(isOwn) ?? null,
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
    if (all) show(all)
    else set(null)
  }
  void load()
  return queue.on(item => {
    if (item && current.some(({ id }) => id === item.id))
      show(current.map(old => (old.id === item.id ? item : old)))
    else void load()
  })
}

const isOpen = ({ status }: QueueItem) => status !== 'POSTED'

export const openCountAtom = atom(get => get(itemsAtom)?.filter(isOpen).length ?? 0)

/** Videos of other accounts that wait on the device. */
export const othersCountAtom = atom(
  get => get(baseAtom)?.filter(item => isOpen(item) && !isOwn(item)).length ?? 0,
)
