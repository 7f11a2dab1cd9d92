import { type ReactNode, useState } from 'react'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import { css, cx } from '#styled/css/index.js'

const button = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minWidth: 'touch',
  minHeight: 'touch',
  paddingInline: '2',
  borderRadius: 'md',
  color: 'inherit',
  fontWeight: 'medium',
  cursor: 'pointer',
  transitionProperty: 'background-color, color',
  transitionDuration: 'fast',
  '&:hover, &[data-state=open]': { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
})
export interface MenuItem {
  label: string
  icon?: ReactNode
  href?: string | undefined
  onSelect?: (() => void) | undefined
  destructive?: boolean | undefined
}

export interface MenuProps {
  /** The trigger's accessible name. */
  label: string
  trigger: ReactNode
  items: readonly MenuItem[]
  className?: string | undefined
}

const view = lazyPart(async () => (await import('#client/ui/overlays/menu-view.tsx')).MenuView)

export const preloadMenu = view.preload

/** A plain button until it is first pressed; then Ark's menu, already open, takes its place. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<'no' | 'byPointer' | 'byKey'>('no')
  const used = opened !== 'no'
  const View = view.usePart(used, () => setOpened('no'))
  const className = cx(button, props.className)
  if (used && View) return <View {...props} className={className} byKey={opened === 'byKey'} />
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      // A click without a pointer is Enter or Space.
      onClick={event => setOpened(event.detail === 0 ? 'byKey' : 'byPointer')}
      onKeyDown={event => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setOpened('byKey')
      }}
      className={className}
    >
      {props.trigger}
    </button>
  )
}
