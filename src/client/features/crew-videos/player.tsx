import { useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import type { Clip } from './clip.ts'
import type { Step } from './swipe.ts'

export interface PlayerProps {
  /** Null: closed. */
  clip: Clip | null
  /** What the tab is called when nothing is watched. */
  pageTitle: string
  /** To the next or previous video; null where there is none. */
  steps: Record<Step, (() => void) | null>
  /** The next one is on its way. */
  isStepping?: boolean | undefined
  onClose(): void
  /** The id of what gets the focus when it closes. */
  returnTo(clip: Clip): string
}

const view = lazyPart(async () => (await import('./player-view.tsx')).PlayerView)

export const preloadPlayer = view.preload

/** Plays a video over the page. Nothing of it in the server's HTML, and nothing of Ark before the first opening. */
export function Player(props: PlayerProps) {
  const hydrated = useHydrated()
  const open = props.clip !== null
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  const View = view.usePart(used && open, props.onClose)
  return hydrated && used && View ? <View {...props} /> : null
}
