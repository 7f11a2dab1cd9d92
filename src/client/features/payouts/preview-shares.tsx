import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { sumOf } from '#client/domain/money.ts'
import { Card, CardBody, CardHeader, CardText, CardTitle } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { centsOf } from '#contract/money.ts'
import type { PreviewShare, ResultsPreview } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'

const line = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  columnGap: '4',
  paddingBlock: '2',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:last-child': { borderBottomWidth: '0' },
})
const figure = css({ textStyle: 'figure', textAlign: 'end' })
const warning = css({
  display: 'flex',
  gap: '3',
  padding: '4',
  backgroundColor: 'amberSoft',
  color: 'onAmberSoft',
  borderRadius: 'lg',
  '& svg': { flexShrink: '0' },
})

interface PreviewSharesProps {
  preview: ResultsPreview
  /** Decimal dollars; null: unknown. */
  prizePool: string | null
  action: ReactNode
}

export function PreviewShares({ preview, prizePool, action }: PreviewSharesProps) {
  const all = sumOf(preview.entries.map(({ winnings }) => winnings))
  const won = preview.entries.filter(({ winnings }) => winnings !== '0.00')
  return (
    <Section id="preview" title="Every share">
      <Stack>
        {won.length === 0 && (
          <Card>
            <CardBody>
              <p>No boat won anything. Confirm it, and backers see that nothing is owed.</p>
            </CardBody>
          </Card>
        )}
        {won.map(entry => (
          <Card key={entry.entryId} as="section" aria-label={`Shares of ${entry.boat.name}`}>
            <CardHeader>
              <CardTitle>{entry.boat.name}</CardTitle>
              <CardText>
                Won <Money amount={entry.winnings} cents />. {entry.payoutPercentage}% for its backers is{' '}
                <Money amount={entry.pool} cents />, on <Money amount={entry.raised} cents /> put in.
              </CardText>
            </CardHeader>
            <CardBody>
              {entry.shares.length === 0 ? (
                <Muted small>This boat has no backers: all of it is the boat’s.</Muted>
              ) : (
                <Shares shares={entry.shares} />
              )}
            </CardBody>
          </Card>
        ))}
        {prizePool !== null && centsOf(all) > centsOf(prizePool) && (
          <p className={warning}>
            <TriangleAlert size={20} aria-hidden />
            <span>
              The boats won <Money amount={all} cents /> in all, which is more than the prize pool of{' '}
              <Money amount={prizePool} cents />. Please check before you confirm.
            </span>
          </p>
        )}
        <Panel padding="md">
          <Row between gap="md">
            <p>
              <Muted as="span" small>
                To be paid to backers
              </Muted>
              <br />
              <Text as="span" look="stat">
                <Money amount={sumOf(preview.entries.map(({ pool }) => pool))} cents />
              </Text>
            </p>
            {action}
          </Row>
        </Panel>
      </Stack>
    </Section>
  )
}

function Shares({ shares }: { shares: readonly PreviewShare[] }) {
  const { items, left, more, listRef } = useShown<PreviewShare, HTMLDivElement>(shares, 50)
  return (
    <div ref={listRef} tabIndex={-1}>
      <ul>
        {items.map(({ fundingId, backer, contributed, amount, status }) => (
          <li key={fundingId} className={line}>
            <Text breakable>
              {backer} {status === 'frozen' && <Badge tone="cancelled">Disputed</Badge>}
              <br />
              <Muted as="span" small>
                put in <Money amount={contributed} cents />
              </Muted>
            </Text>
            <p className={figure}>
              <Money amount={amount} cents />
            </p>
          </li>
        ))}
      </ul>
      <ShowMore left={left} what="shares" onMore={more} />
    </div>
  )
}
