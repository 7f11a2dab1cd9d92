import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const bar = css({
  position: 'sticky',
  top: '0',
  zIndex: 'sticky',
  // Dark in both themes: every token inside takes its dark value.
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingLeft: 'env(safe-area-inset-left)',
  paddingRight: 'env(safe-area-inset-right)',
  _landscapePhone: { position: 'static' },
  '@media print': { display: 'none' },
})
const row = css({
  display: 'flex',
  // On a phone with letters of twice the size the menu goes below the name instead of off the screen.
  flexWrap: { base: 'wrap', lg: 'nowrap' },
  alignItems: 'center',
  gap: { base: '3', lg: '5' },
  width: 'full',
  maxWidth: 'wide',
  minHeight: { base: '14', md: '16' },
  marginInline: 'auto',
  paddingInline: { base: '4', md: '6', lg: '8' },
})

/** The strip at the top of every page of the site. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className={bar}>
      <div className={row}>{children}</div>
    </header>
  )
}

/** A link of the bar; also for a `span` where there is nowhere to go yet. */
export const barLink = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  paddingInline: '3',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  letterSpacing: 'wide',
  whiteSpace: 'nowrap',
  color: 'onHull',
  textDecoration: 'none',
  borderRadius: 'sm',
  transitionProperty: 'color, background-color',
  transitionDuration: 'fast',
  '&:is(a):hover': { color: 'sea' },
  '&[aria-current=page]::after': {
    content: '""',
    position: 'absolute',
    insetInline: '3',
    bottom: '1',
    height: '3px',
    backgroundColor: 'sea',
    clipPath: 'polygon(3px 0, 100% 0, calc(100% - 3px) 100%, 0 100%)',
  },
})

/** What the bar shows only where there is room; the menu has it otherwise. */
export const wideOnly = css({ display: { base: 'none', lg: 'flex' }, alignItems: 'center' })
export const barEnd = css({ display: 'flex', alignItems: 'center', gap: '2', marginInlineStart: 'auto' })
