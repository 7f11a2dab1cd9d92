import type { ReactNode } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const value = css({ fontWeight: 'semibold', textAlign: 'end', overflowWrap: 'anywhere', minWidth: '0' })

interface FactProps {
  name: string
  className?: string
  children: ReactNode
}

/** Row of a `<dl>`: the name at its start, the value at its end. */
export const Fact = ({ name, className, children }: FactProps) => (
  <Row between align="stretch" gap="4" rowGap="0" className={className}>
    <Muted as="dt">{name}</Muted>
    <dd className={value}>{children}</dd>
  </Row>
)
