import { type ReactNode, useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'

export interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  side?: 'left' | 'right' | undefined
  children: ReactNode
}

const view = lazyPart(async () => (await import('#client/ui/overlays/drawer-view.tsx')).DrawerView)

/** For the button that opens it: `onPointerEnter={preloadDrawer} onFocus={preloadDrawer}`. */
export const preloadDrawer = view.preload

export function Drawer(props: DrawerProps) {
  const hydrated = useHydrated()
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  const View = view.usePart(used && props.open, () => props.onOpenChange(false))
  return hydrated && used && View ? <View {...props} /> : null
}
