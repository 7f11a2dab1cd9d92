import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Panel, Row } from '#client/ui/layout/stack.tsx'

interface OfferPanelProps {
  /** Label of the button. */
  accept: string
  pending: boolean
  onAccept(): void
  children: ReactNode
}

/** Offer of a link to its reader, to accept or leave. */
export const OfferPanel = ({ accept, pending, onAccept, children }: OfferPanelProps) => (
  <Panel padding="lg" lifted gap="4">
    {children}
    <Row gap="3">
      <Button variant="action" size="lg" pending={pending} onClick={onAccept}>
        {accept}
      </Button>
      <LinkButton href={paths.home()} variant="secondary" size="lg">
        Not Now
      </LinkButton>
    </Row>
  </Panel>
)
