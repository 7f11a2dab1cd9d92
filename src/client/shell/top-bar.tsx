import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const bar = css({
  position: 'sticky',
  top: '0',
  zIndex: 'sticky',
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
  row: { base: '1', xl: '4' },
  // The menu wraps at 200 % text size.
  flexWrap: { base: 'wrap', xl: 'nowrap' },
  width: 'full',
  maxWidth: 'wide',
  minHeight: { base: '14', md: '16' },
  marginInline: 'auto',
  paddingInline: { base: '4', md: '6', lg: '8' },
})

export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className={bar}>
      <div className={row}>{children}</div>
    </header>
  )
}

export const barLink = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  paddingInline: '2.5',
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
    insetInline: '2.5',
    bottom: '1',
    height: '3px',
    backgroundColor: 'sea',
    clipPath: 'polygon(3px 0, 100% 0, calc(100% - 3px) 100%, 0 100%)',
  },
})

export const wideOnly = css({ display: { base: 'none', xl: 'flex' }, alignItems: 'center' })
export const barEnd = css({ row: '0', marginInlineStart: 'auto' })
