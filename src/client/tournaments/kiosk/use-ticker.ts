import { useEffect, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { pageAge } from '#client/lib/page-age.ts'
import { estimateServerTime, serverNow } from '#client/lib/server-time.ts'

/** Each second; null until hydrated. The device's clock may be wrong. */
export function useTicker(): number | null {
  const { now: renderedAt } = useBoot()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    estimateServerTime(renderedAt + pageAge())
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [renderedAt])
  return now
}
