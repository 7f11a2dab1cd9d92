import { useEffect, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { cachedAge } from '#client/lib/page-age.ts'

/** Each second; null until hydrated. The device's clock may be wrong. */
export function useTicker(): number | null {
  const { now: served } = useBoot()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const loaded = performance.now() - cachedAge()
    const tick = () => setNow(served + Math.round(performance.now() - loaded))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [served])
  return now
}
