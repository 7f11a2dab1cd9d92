import ChevronRight from 'lucide-react/icons/chevron-right'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { PreviewShare, ResultsPreview } from '#contract/money/results.ts'
import { centsOf, sumOf } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { dueShareCount, prizePoolText } from './totals.ts'

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
const summary = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  minHeight: 'touch',
  paddingInline: { base: '4', md: '5' },
  paddingBlock: '3',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&:hover': { color: 'sea' },
  '&:focus-visible': { outlineOffset: '-3px' },
})
const details = css({
  '& > summary svg': { transition: 'transform 150ms' },
  '&[open] > summary svg': { transform: 'rotate(90deg)' },
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
  /** Text without a winner. */
  noWinner: string
  /** Decimal dollars, or null if unknown. */
  prizePool: string | null
  action: ReactNode
}

type PreviewEntry = ResultsPreview['entries'][number]

export function PreviewShares({ preview, noWinner, prizePool, action }: PreviewSharesProps) {
  const all = sumOf(preview.entries.map(({ winnings }) => winnings))
  const winners = preview.entries.filter(({ winnings }) => winnings !== '0.00')
  return (
    <Section id="preview" title="Every share">
      <Stack>
        {winners.length === 0 && (
          <Card>
            <CardBody>
              <p>{noWinner}</p>
            </CardBody>
          </Card>
        )}
        <FirstItems items={winners} step={30} what="boats" gap="3">
          {items =>
            items.map(entry => <BoatShares key={entry.entryId} entry={entry} isOpen={winners.length === 1} />)
          }
        </FirstItems>
        {prizePool !== null && centsOf(all) > centsOf(prizePool) && (
          <p className={warning}>
            <TriangleAlert size={20} />
            <span>
              The boats won <Money amount={all} cents /> in all, which is more than the prize pool of{' '}
              <Money amount={prizePool} cents />. Please check before you confirm.
            </span>
          </p>
        )}
        <Panel padding="md">
          <Row between gap="4">
            <Total label="Winnings in all" amount={all} note={prizePoolText(all, prizePool)} />
            <Total
              label="To be paid to backers"
              amount={sumOf(preview.entries.map(({ pool }) => pool))}
              note={countText(dueShareCount(preview.entries), 'share')}
            />
            {action}
          </Row>
        </Panel>
      </Stack>
    </Section>
  )
}

const Total = ({ label, amount, note }: { label: string; amount: string; note: string | null }) => (
  <p>
    <Muted as="span" small>
      {label}
    </Muted>
    <br />
    <Text as="span" look="stat">
      <Money amount={amount} cents />
    </Text>
    {note !== null && (
      <>
        <br />
        <Muted as="span" small>
          {note}
        </Muted>
      </>
    )}
  </p>
)

function BoatShares({ entry, isOpen }: { entry: PreviewEntry; isOpen: boolean }) {
  const { boat, winnings, sharedWinnings, pool, raised, payoutPercentage, shares } = entry
  return (
    <Card as="section" aria-label={`Shares of ${boat.name}`}>
      <details open={isOpen} className={details}>
        <summary className={summary}>
          <ChevronRight size={20} />
          <Text as="h3" look="subheading">
            {boat.name}
          </Text>
          <Text as="span" look="figure" tabular className={figure}>
            <Money amount={winnings} cents />
          </Text>
        </summary>
        <CardBody>
          <Muted small>
            Won <Money amount={winnings} cents />
            {sharedWinnings !== undefined && (
              <>
                , of which <Money amount={sharedWinnings} cents /> is shared
              </>
            )}
            . {payoutPercentage}% for its backers is <Money amount={pool} cents />, on{' '}
            <Money amount={raised} cents /> put in.
          </Muted>
          {shares.length === 0 ? (
            <Muted small>This boat has no backers: all of it is the boat’s.</Muted>
          ) : (
            <Shares shares={shares} />
          )}
        </CardBody>
      </details>
    </Card>
  )
}

function Shares({ shares }: { shares: readonly PreviewShare[] }) {
  return (
    <FirstItems items={shares} step={50} what="shares">
      {items => (
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
      )}
    </FirstItems>
  )
}
