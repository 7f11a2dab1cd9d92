import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { cachedAge, pageAge, tickMs } from '#client/lib/page-age.ts'
import { estimateServerTime, onServerTime, serverNow } from '#client/lib/server-time.ts'

const NowContext = createContext<number | null>(null)

interface NowProviderProps {
  /** Milliseconds since 1970, when the page was rendered. */
  now: number
  children: ReactNode
}

export function NowProvider({ now, children }: NowProviderProps) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    estimateServerTime(now + pageAge())
    const tick = () => setCurrent(serverNow())
    if (cachedAge() > 0 || pageAge() >= tickMs) tick()
    const timer = setInterval(tick, tickMs)
    const stop = onServerTime(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [now])
  return <NowContext value={current}>{children}</NowContext>
}

/** Milliseconds since 1970, equal on both sides while hydrating. */
export function useNow(): number {
  const now = use(NowContext)
  if (now === null) throw new Error('useNow() needs a <NowProvider> around it')
  return now
}
