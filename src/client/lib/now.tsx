import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { cachedAge } from '#client/lib/cached-age.ts'

const NowContext = createContext<number | null>(null)

const TICK = 30_000

export function NowProvider({ now, children }: { now: number; children: ReactNode }) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    // The visitor's clock may be wrong: only elapsed time counts.
    const age = cachedAge()
    const started = performance.now() - age
    const tick = () => setCurrent(now + Math.round(performance.now() - started))
    if (age > 0) tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [now])
  return <NowContext value={current}>{children}</NowContext>
}

/** Milliseconds since 1970, equal on both sides while hydrating. */
export function useNow(): number {
  const now = use(NowContext)
  if (now === null) throw new Error('useNow() needs a <NowProvider> around it')
  return now
}
