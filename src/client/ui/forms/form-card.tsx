import type { ReactNode } from 'react'
import { Panel } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'

const card = css({ width: 'full' })

export const FormCard = ({ children }: { children: ReactNode }) => (
  <Panel lifted padding="lg" className={card}>
    {children}
  </Panel>
)
