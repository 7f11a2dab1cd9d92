import { type ReactNode, useEffect, useRef } from 'react'
import { css } from '#styled/css/index.js'

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

export function BottomBar({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const isSticky = getComputedStyle(current).position === 'sticky'
      style.setProperty('--bottom-bar', `${isSticky ? current.offsetHeight : 0}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [])
  return (
    <div ref={ref} className={bar}>
      {children}
    </div>
  )
}
