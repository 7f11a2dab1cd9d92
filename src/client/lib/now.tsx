import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { keptAge } from '#client/lib/kept-age.ts'

const NowContext = createContext<number | null>(null)

const TICK = 30_000

/** `now` is the server's, so that hydration agrees; afterwards the browser's clock goes on from it. */
export function NowProvider({ now, children }: { now: number; children: ReactNode }) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    // A visitor's clock may be wrong by hours: count from the server's time by what has passed here.
    const age = keptAge()
    const started = performance.now() - age
    const tick = () => setCurrent(now + Math.round(performance.now() - started))
    if (age > 0) tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [now])
  return <NowContext value={current}>{children}</NowContext>
}

/** Milliseconds since the epoch, the same on server and client at first. */
export function useNow(): number {
  const now = use(NowContext)
  if (now === null) throw new Error('useNow() needs a <NowProvider> around it')
  return now
}
