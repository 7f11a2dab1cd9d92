import { useEffect, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { cachedAge } from '#client/lib/page-age.ts'

/** Each second; null until hydrated. The device's clock may be wrong. */
export function useTicker(): number | null {
  const { now: renderedAt } = useBoot()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const loadedAt = performance.now() - cachedAge()
    const tick = () => setNow(renderedAt + Math.round(performance.now() - loadedAt))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [renderedAt])
  return now
}
