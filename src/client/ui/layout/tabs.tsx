import { Tabs as Ark } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const root = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' })
const list = css({
  display: 'flex',
  gap: '1',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBottomWidth: '2px',
  borderColor: 'line',
})
const trigger = css({
  position: 'relative',
  flexShrink: '0',
  minHeight: 'touch',
  paddingInline: '4',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'xl',
  letterSpacing: 'wide',
  color: 'inkMuted',
  cursor: 'pointer',
  transitionProperty: 'color',
  transitionDuration: 'fast',
  '&:hover': { color: 'ink' },
  '&:focus-visible': { outlineOffset: '-3px' },
  // The underline is the tab's own: Ark's indicator carries a style attribute.
  _after: {
    content: '""',
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    height: '4px',
    backgroundColor: 'sea',
    clipPath: 'polygon(4px 0, 100% 0, calc(100% - 4px) 100%, 0 100%)',
    transform: 'scaleX(0)',
    transitionProperty: 'transform',
    transitionDuration: 'normal',
    transitionTimingFunction: 'out',
  },
  '&[data-selected]': { color: 'ink' },
  '&[data-selected]::after': { transform: 'scaleX(1)' },
  '@media (forced-colors: active)': { '&[data-selected]': { textDecoration: 'underline' } },
  _crew: { minHeight: 'wet' },
})
const panel = css({ minWidth: '0' })

export interface TabItem {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  label: string
  items: readonly TabItem[]
  defaultValue?: string | undefined
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
}

export function Tabs({ label, items, defaultValue, value, onValueChange }: TabsProps) {
  const first = defaultValue ?? items[0]?.value
  return (
    <Ark.Root
      className={root}
      lazyMount
      onValueChange={details => onValueChange?.(details.value)}
      {...(value === undefined ? {} : { value })}
      {...(value === undefined && first !== undefined ? { defaultValue: first } : {})}
    >
      <Ark.List aria-label={label} className={list}>
        {items.map(item => (
          <Ark.Trigger key={item.value} value={item.value} className={trigger}>
            {item.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      {items.map(item => (
        <Ark.Content key={item.value} value={item.value} className={panel}>
          {item.content}
        </Ark.Content>
      ))}
    </Ark.Root>
  )
}
