import { useSyncExternalStore } from 'react'
import { jsonStorage, makeEmitter } from '#client/lib/store.ts'

/** Steps that leave no trace on the server; this device remembers them. */
export type OwnStep = 'share' | 'print' | 'kiosk'

const storage = jsonStorage('reelstake.checklists')
const mostTournaments = 20

const changes = makeEmitter()

/** `[["<tournament>", "<step>"], …]`, the last done last; as text, which is equal while nothing changes. */
const read = (): string => JSON.stringify(storage.read() ?? [])

function stepsIn(json: string): unknown[][] {
  const steps: unknown = JSON.parse(json)
  return Array.isArray(steps) ? steps.filter(Array.isArray) : []
}

const stepsOf = (json: string, tournament: string): ReadonlySet<string> =>
  new Set(stepsIn(json).flatMap(([id, step]) => (id === tournament ? [String(step)] : [])))

export function markDone(tournament: string, step: OwnStep): void {
  if (stepsOf(read(), tournament).has(step)) return
  storage.write([...stepsIn(read()).slice(1 - mostTournaments * 3), [tournament, step]])
  changes.emit()
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

/** None until hydrated. */
export const useDoneSteps = (tournament: string): ReadonlySet<string> =>
  stepsOf(
    useSyncExternalStore(subscribe, read, () => '[]'),
    tournament,
  )
