import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { sumOf } from '#client/domain/money.ts'
import { Card, CardBody, CardHeader, CardText, CardTitle } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { centsOf } from '#contract/money.ts'
import type { PreviewShare, ResultsPreview } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'

const list = css({ display: 'flex', flexDirection: 'column', gap: '4' })
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
const name = css({ overflowWrap: 'anywhere', minWidth: '0' })
const small = css({ textStyle: 'small', color: 'inkMuted' })
const figure = css({ textStyle: 'figure', textAlign: 'end' })
const total = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4',
  padding: { base: '4', md: '5' },
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
})
const sum = css({ textStyle: 'stat' })
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
  /** Decimal dollars; null: not known. */
  prizePool: string | null
  action: ReactNode
}

/** Every share of what was entered, before it counts. */
export function PreviewShares({ preview, prizePool, action }: PreviewSharesProps) {
  const all = sumOf(preview.entries.map(({ winnings }) => winnings))
  const won = preview.entries.filter(({ winnings }) => winnings !== '0.00')
  return (
    <Section id="preview" title="Every share">
      <div className={list}>
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
                <p className={small}>Nobody backed this boat: all of it is the boat’s.</p>
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
        <div className={total}>
          <p>
            <span className={small}>To be paid to backers</span>
            <br />
            <span className={sum}>
              <Money amount={sumOf(preview.entries.map(({ pool }) => pool))} cents />
            </span>
          </p>
          {action}
        </div>
      </div>
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
            <p className={name}>
              {backer} {status === 'frozen' && <Badge tone="cancelled">Disputed</Badge>}
              <br />
              <span className={small}>
                put in <Money amount={contributed} cents />
              </span>
            </p>
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
