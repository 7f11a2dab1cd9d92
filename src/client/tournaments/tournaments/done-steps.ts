import { useSyncExternalStore } from 'react'
import { makeEmitter } from '#client/lib/store.ts'

/** Steps that leave no trace on the server; this device remembers them. */
export type OwnStep = 'share' | 'print' | 'kiosk'

const key = 'reelstake.checklists'
const mostTournaments = 20

const changes = makeEmitter()

const read = (): string => {
  try {
    return localStorage.getItem(key) ?? '[]'
  } catch {
    // Storage is blocked.
    return '[]'
  }
}

/** @param json `[["<tournament>", "<step>"], …]`, the last done last */
function stepsIn(json: string, tournament: string): ReadonlySet<string> {
  try {
    const steps: unknown = JSON.parse(json)
    if (!Array.isArray(steps)) return new Set()
    return new Set(steps.flatMap(([id, step]) => (id === tournament ? [String(step)] : [])))
  } catch {
    return new Set()
  }
}

export function markDone(tournament: string, step: OwnStep): void {
  if (stepsIn(read(), tournament).has(step)) return
  try {
    const steps: unknown = JSON.parse(read())
    const others = Array.isArray(steps) ? steps.slice(1 - mostTournaments * 3) : []
    localStorage.setItem(key, JSON.stringify([...others, [tournament, step]]))
  } catch {
    // Storage is full or blocked.
  }
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
  stepsIn(
    useSyncExternalStore(subscribe, read, () => '[]'),
    tournament,
  )
