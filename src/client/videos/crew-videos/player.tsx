import { useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import type { PlayerProps } from './player-view.tsx'

const view = lazyPart(async () => (await import('./player-view.tsx')).PlayerView)

export const preloadPlayer = view.preload

/** Player of clips. It isn't in the server's HTML; Ark loads with the first opening. */
export function Player(props: PlayerProps) {
  const isHydrated = useHydrated()
  const open = props.clip !== null
  const [hasOpened, setOpened] = useState(open)
  if (open && !hasOpened) setOpened(true)
  const View = view.usePart(hasOpened && open, props.onClose)
  return isHydrated && hasOpened && View ? <View {...props} /> : null
}
