import type { ReactNode } from 'react'
import { Text } from '#client/ui/layout/text.tsx'
import { css, cva } from '#styled/css/index.js'

const frame = cva({
  base: {
    column: '2',
    alignItems: 'flex-start',
    padding: '4',
    borderRadius: 'md',
    borderInlineStartWidth: '4px',
    overflowWrap: 'anywhere',
  },
  variants: {
    tone: {
      info: { backgroundColor: 'seaSoft', color: 'onSeaSoft', borderColor: 'sea' },
      good: { backgroundColor: 'kelpSoft', color: 'onKelpSoft', borderColor: 'kelp' },
      waiting: { backgroundColor: 'amberSoft', color: 'onAmberSoft', borderColor: 'amber' },
    },
  },
  defaultVariants: { tone: 'info' },
})
const buttons = css({ row: '3', flexWrap: 'wrap', marginTop: '1' })

export interface NoticeProps {
  tone?: 'info' | 'good' | 'waiting'
  title?: string
  live?: boolean
  actions?: ReactNode
  children: ReactNode
}

export function Notice({ tone = 'info', title, live = false, actions, children }: NoticeProps) {
  return (
    <div role={live ? 'status' : undefined} className={frame({ tone })}>
      {title && <Text weight="bold">{title}</Text>}
      <p>{children}</p>
      {actions && <div className={buttons}>{actions}</div>}
    </div>
  )
}
