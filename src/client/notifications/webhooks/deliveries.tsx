import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { deliveriesQuery, sendAgain } from '#client/notifications/api/webhooks.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { List, Row, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { WebhookDelivery } from '#contract/notifications/webhooks.ts'
import { css } from '#styled/css/index.js'
import { eventTexts, outcomeOf } from './webhook-texts.ts'

const summary = css({
  paddingBlock: '2.5',
  color: 'sea',
  fontWeight: 'medium',
  cursor: 'pointer',
})

/** The last ones, read when they are opened. */
export function Deliveries({ webhook, host }: { webhook: string; host: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={summary}>
        Deliveries
        <VisuallyHidden> to {host}</VisuallyHidden>
      </summary>
      {isOpen && (
        <Data query={deliveriesQuery(webhook)} what="The deliveries" shape="block">
          {deliveries =>
            deliveries.length === 0 ? (
              <Muted>Nothing has been sent yet.</Muted>
            ) : (
              <List>
                {deliveries.map(delivery => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </List>
            )
          }
        </Data>
      )}
    </details>
  )
}

const item = css({ paddingInline: '3', paddingBlock: '2' })

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const again = useApiMutation(sendAgain, 'Failed to send. Please try again.')
  const { id, event, createdAt, answer, problem, attempts } = delivery
  return (
    <Row as="li" between rowGap="1" className={item}>
      <RowText basis="10rem">
        <Text weight="semibold">{eventTexts[event]}</Text>
        <Muted small>
          <DateTime iso={createdAt} />
        </Muted>
        <Text look="small">{outcomeOf(delivery)}</Text>
        {attempts > 0 && problem !== null && <Muted small>{problem}</Muted>}
        {answer !== null && answer !== '' && <Muted small>“{answer}”</Muted>}
      </RowText>
      <Button variant="secondary" pending={again.pending} onClick={() => void again.run({ params: { id } })}>
        Send Again
        <VisuallyHidden>
          {` (${eventTexts[event]}, `}
          <DateTime iso={createdAt} />)
        </VisuallyHidden>
      </Button>
    </Row>
  )
}
