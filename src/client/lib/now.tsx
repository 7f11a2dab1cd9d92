import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { cachedAge, navigationEntry, pageAge, tickMs } from '#client/lib/page-age.ts'

const NowContext = createContext<number | null>(null)

interface NowProviderProps {
  /** Milliseconds since 1970, when the page was rendered. */
  now: number
  children: ReactNode
}

export function NowProvider({ now, children }: NowProviderProps) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    const tick = () => setCurrent(now + Math.round(pageAge()))
    if (cachedAge() > 0 || pageAge() >= tickMs) tick()
    const timer = setInterval(tick, tickMs)
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

/** The server's time, to the second; the visitor's clock may be wrong. @param renderedAt from the boot data */
export function serverNow(renderedAt: number): number {
  return Math.round(renderedAt + performance.now() - (navigationEntry()?.responseStart ?? 0))
}
