import { useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import type { PlayerProps } from './player-view.tsx'

const view = lazyPart(async () => (await import('./player-view.tsx')).PlayerView)

export const preloadPlayer = view.preload

/** Player of clips. It isn't in the server's HTML; Ark loads with the first opening. */
export function Player(props: PlayerProps) {
  const hydrated = useHydrated()
  const open = props.clip !== null
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  const View = view.usePart(used && open, props.onClose)
  return hydrated && used && View ? <View {...props} /> : null
}
