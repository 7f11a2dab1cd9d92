import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'
import { useHeightVariable } from './height-variable.ts'

const bar = css({
  position: { base: 'sticky', md: 'static' },
  bottom: '0',
  zIndex: 'sticky',
  column: '2',
  marginInline: { base: '-4', md: '0' },
  paddingInline: { base: '4', md: '0' },
  paddingTop: { base: '3', md: '0' },
  paddingBottom: { base: 'max(0.75rem, env(safe-area-inset-bottom))', md: '0' },
  backgroundColor: { base: 'background', md: 'transparent' },
  borderTopWidth: { base: '1px', md: '0' },
  borderColor: 'line',
  _landscapePhone: { position: 'static' },
})

const isSticky = (bar: HTMLElement) => getComputedStyle(bar).position === 'sticky'

export function BottomBar({ children }: { children: ReactNode }) {
  const ref = useHeightVariable('--bottom-bar', isSticky)
  return (
    <div ref={ref} className={bar}>
      {children}
    </div>
  )
}
