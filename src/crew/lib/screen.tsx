import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const screen = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  width: 'full',
  maxWidth: 'reading',
  marginInline: 'auto',
  paddingInline: { base: '4', md: '6' },
  paddingTop: 'max(1.25rem, env(safe-area-inset-top))',
  paddingBottom: '8',
})
const heading = css({ textStyle: 'title' })

export function Screen({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={screen}>
      {title !== undefined && <h1 className={heading}>{title}</h1>}
      {children}
    </div>
  )
}
