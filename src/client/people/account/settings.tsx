import type { ReactNode } from 'react'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const list = css({ column: { base: '8', md: '10' } })
const section = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '17rem minmax(0, 1fr)' },
  gap: { base: '4', lg: '10' },
  alignItems: 'start',
  scrollMarginTop: '20',
})
const words = css({ column: '1.5', paddingTop: { lg: '4' } })
const heading = css({ textStyle: 'subheading', textTransform: 'uppercase', letterSpacing: 'wide' })
const card = css({ minWidth: '0' })

export const SettingsList = ({ children }: { children: ReactNode }) => <div className={list}>{children}</div>

export interface SettingsProps {
  id: string
  title: string
  description: ReactNode
  children: ReactNode
}

export function Settings({ id, title, description, children }: SettingsProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={section}>
      <div className={words}>
        <h2 id={`${id}-title`} className={heading}>
          {title}
        </h2>
        <Muted small prose>
          {description}
        </Muted>
      </div>
      <Panel lifted padding="lg" gap="5" className={card}>
        {children}
      </Panel>
    </section>
  )
}
