import { Menu as Ark, useMenu } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MenuProps } from '#client/ui/overlays/menu.tsx'
import { css, cx } from '#styled/css/index.js'

const listClass = css({
  zIndex: 'overlay',
  minWidth: '52',
  maxWidth: 'calc(100vw - 1rem)',
  padding: '1.5',
  backgroundColor: 'raised',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  boxShadow: 'lift',
  '&[data-state=open]': { animation: 'fadeIn' },
  '&[data-state=closed]': { animation: 'fadeOut' },
  '&:focus': { outline: 'none' },
})
const entry = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: 'touch',
  paddingInline: '3',
  borderRadius: 'sm',
  color: 'ink',
  textDecoration: 'none',
  cursor: 'pointer',
  '&[data-highlighted]': { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
  '& svg': { flexShrink: '0' },
})
const dangerous = css({
  color: 'danger',
  '&[data-highlighted]': { backgroundColor: 'dangerSoft', color: 'onDangerSoft' },
})

/** Menu once it has been opened; see menu.tsx. */
export function MenuView({ label, trigger, items, className, byKey }: MenuProps & { byKey: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const menu = useMenu({ positioning: { placement: 'bottom-end', gutter: 6 } })
  const first = byKey ? items[0]?.label : undefined

  const open = useEffectEvent(() => {
    button.current?.focus({ preventScroll: true })
    menu.api.setOpen(true)
    if (first !== undefined) menu.api.setHighlightedValue(first)
  })

  // Opened after mounting, not from the start: only then does Ark put the focus into the list. The button
  // that was pressed is gone, so this one takes its focus first, to get it back at the end.
  useEffect(() => {
    const timer = setTimeout(open)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Ark.RootProvider
      value={menu}
      lazyMount
      unmountOnExit
      onExitComplete={() => {
        // After a choice by pointer Ark leaves the focus on the list, which goes now.
        const { activeElement, body } = document
        if (activeElement === body || list.current?.contains(activeElement))
          button.current?.focus({ preventScroll: true })
      }}
    >
      <Ark.Trigger ref={button} aria-label={label} className={className}>
        {trigger}
      </Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content ref={list} className={listClass}>
            {items.map(item => {
              const classes = cx(entry, item.destructive && dangerous)
              const inside = (
                <>
                  {item.icon}
                  {item.label}
                </>
              )
              return item.href === undefined ? (
                <Ark.Item
                  key={item.label}
                  value={item.label}
                  className={classes}
                  onSelect={() => item.onSelect?.()}
                >
                  {inside}
                </Ark.Item>
              ) : (
                <Ark.Item key={item.label} value={item.label} asChild onSelect={() => item.onSelect?.()}>
                  <a href={item.href} className={classes}>
                    {inside}
                  </a>
                </Ark.Item>
              )
            })}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.RootProvider>
  )
}
