import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const bar = css({
  position: 'relative',
  zIndex: 'sticky',
  row: '4',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  paddingInline: '4',
  paddingBlock: '2',
  backgroundColor: 'seaSoft',
  color: 'onSeaSoft',
  fontWeight: 'semibold',
})

/** Bar above a view. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div role="status" className={bar}>
    {children}
  </div>
)
