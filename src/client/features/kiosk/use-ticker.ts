import { useEffect, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { keptAge } from '#client/lib/kept-age.ts'

/**
 * The server's clock, second by second; null until the page is hydrated.
 * Counted on from the server's time: the clock of a screen at a marina may be wrong by hours.
 */
export function useTicker(): number | null {
  const { now: served } = useBoot()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const loaded = performance.now() - keptAge()
    const tick = () => setNow(served + Math.round(performance.now() - loaded))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [served])
  return now
}
