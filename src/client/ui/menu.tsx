import { Menu as Ark } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
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
const list = css({
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

export function Menu({ label, trigger, items, className }: MenuProps) {
  return (
    <Ark.Root lazyMount unmountOnExit positioning={{ placement: 'bottom-end', gutter: 6 }}>
      <Ark.Trigger aria-label={label} className={cx(button, className)}>
        {trigger}
      </Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className={list}>
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
    </Ark.Root>
  )
}
