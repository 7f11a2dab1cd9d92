import MapPin from 'lucide-react/icons/map-pin'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { type ReactNode, useState } from 'react'
import { isTied, resultText } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { Card, CardBody, CardFooter } from '#client/ui/layout/card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Funding, FundingPayout, Refund } from '#contract/money/funding.ts'
import { centsOf, formatMoney, fundedPercent } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { FundingStatusBadge } from './funding-status.tsx'
import { StakeTerms, stakeOfFunding } from './stake-terms.tsx'

const strong = css({ fontWeight: 'semibold', textAlign: 'end' })
const quote = css({
  column: '1',
  paddingInlineStart: '3',
  borderInlineStartWidth: '3px',
  borderColor: 'line',
  overflowWrap: 'anywhere',
})
const terms = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: 'touch',
  color: 'sea',
  cursor: 'pointer',
  fontWeight: 'semibold',
})
const message = css({ whiteSpace: 'pre-line' })
const bar = css({ marginTop: 'auto' })

export function FundingCard({ funding }: { funding: Funding }) {
  const { tournament_entry: entry, payout, refund } = funding
  const { boat, tournament } = entry
  const [raised, goal] = [centsOf(entry.current_funding), centsOf(entry.funding_goal)]
  const titleId = `funding-${funding.id}`
  return (
    <Card as="li">
      <CardBody>
        <Row between align="start">
          <Stack gap="none" breakable>
            <Text as="h4" look="subheading" weight="bold" id={titleId}>
              <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
            </Text>
            <Muted>{`Captain: ${boat.captain_name}`}</Muted>
          </Stack>
          <FundingStatusBadge funding={funding} />
        </Row>
        <Stack gap="none" breakable>
          <TextLink href={paths.tournament(tournament.id)} standalone>
            {tournament.name}
          </TextLink>
          {tournament.location && (
            <IconText look="small" muted gap="sm" icon="inherit">
              <MapPin size={16} aria-hidden />
              {tournament.location}
            </IconText>
          )}
        </Stack>
        <Standing funding={funding} />
        <Stack as="dl" gap="sm">
          <div>
            <Muted as="dt">Contribution</Muted>
            <Text as="dd" look="stat">
              <Money amount={funding.amount} />
            </Text>
          </div>
          <Fact name="Funded on">
            <DateTime iso={funding.created_at} />
          </Fact>
          {payout && <PayoutFact payout={payout} entry={entry} />}
          {funding.given_back !== null && (
            <Fact name="Given back to you">
              <Money amount={funding.given_back} cents />
            </Fact>
          )}
          {refund && <RefundFact refund={refund} amount={funding.amount} />}
        </Stack>
        {payout === null && refund === null && <Agreed funding={funding} />}
        {funding.not_counted !== null && <Muted>{funding.not_counted}</Muted>}
        {funding.message !== null && <Said by="You">{funding.message}</Said>}
        {funding.reply !== null && <Said by={`Captain ${boat.captain_name}`}>{funding.reply}</Said>}
        <div className={bar}>
          <FundingBar
            percent={fundedPercent(raised, goal)}
            raised={entry.current_funding}
            goal={entry.funding_goal}
            label={`Funding of ${boat.name}`}
          />
        </div>
      </CardBody>
      <CardFooter>
        <LinkButton href={paths.receipt(funding.id)} variant="secondary" aria-describedby={titleId}>
          <ReceiptText size={20} aria-hidden />
          Receipt
        </LinkButton>
      </CardFooter>
    </Card>
  )
}

/** Renders the terms, a third of a card, when they are opened. The receipt has them without JavaScript. */
function Agreed({ funding }: { funding: Funding }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={terms}>What you agreed to</summary>
      {isOpen ? (
        <StakeTerms stake={stakeOfFunding(funding)} />
      ) : (
        <TextLink href={paths.receipt(funding.id)} standalone>
          On the receipt
        </TextLink>
      )}
    </details>
  )
}

/** Place and best catch once the boat fishes; no place of a refunded payment. */
function Standing({ funding: { tournament_entry: entry, payout, refund } }: { funding: Funding }) {
  const { current_position: position, best_catch: bestCatch, tournament } = entry
  if (refund !== null || tournament.status === 'upcoming' || tournament.status === 'cancelled') return null
  const result = resultText({ ...entry, bestCatch })
  const isOver = tournament.status === 'completed'
  const none = isOver ? 'No catch' : 'No catch yet'
  return (
    <Row gap="snug">
      {position !== null && <PositionBadge position={position} isTied={isTied(entry)} />}
      <Text look="small" weight="semibold" breakable tabular>
        {result ?? none}
        {isOver && payout === null && ' · Awaiting results'}
      </Text>
    </Row>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Row between align="stretch" gap="md" rowGap="none">
    <Muted as="dt">{name}</Muted>
    <dd className={strong}>{children}</dd>
  </Row>
)

/** @param payer null: unknown */
export function payoutWords(
  { status, to_return: toReturn = '0.00' }: Omit<FundingPayout, 'amount'>,
  payer: string | null,
): string {
  const by = payer ?? 'the organiser'
  switch (status) {
    case 'owed':
      return `To be paid by ${by}`
    case 'paid':
      return `Paid by ${by}`
    case 'none':
      return 'The boat won nothing'
    case 'frozen':
      return 'On hold while the payment or the results are under review. You don’t have to do anything.'
    case 'to-return':
      return `The results changed after you were paid: ${formatMoney(toReturn)} of it is too much, and ${by} asks for that back`
  }
}

interface PayoutProps {
  payout: FundingPayout
  entry: Pick<Funding['tournament_entry'], 'id' | 'tournament'>
}

/** What becomes of a share, and who pays it. */
export function PayoutWords({ payout, entry: { tournament } }: PayoutProps) {
  const due = payout.due_at ?? tournament.payouts_due_at
  return (
    <>
      {payoutWords(payout, tournament.organiser_name)}
      {payout.status === 'owed' && due !== null && (
        <>
          {' '}
          by <DateTime iso={due} />
        </>
      )}
    </>
  )
}

/** Of a link to the statement. */
export const statementWords = ({ status }: Pick<FundingPayout, 'status'>): string =>
  status === 'to-return' ? 'Why it changed' : 'How it was shared'

const PayoutFact = ({ payout, entry }: PayoutProps) => (
  <div>
    <Muted as="dt">Your share of the winnings</Muted>
    <Text as="dd" look="stat">
      <Money amount={payout.amount} cents />
    </Text>
    <Muted as="dd">
      <PayoutWords payout={payout} entry={entry} />
    </Muted>
    <dd>
      <TextLink href={paths.statement(entry.id)} standalone>
        {statementWords(payout)}
      </TextLink>
    </dd>
  </div>
)

function refundWords(status: Refund['status']): string {
  switch (status) {
    case 'pending':
      return 'is on its way back to you'
    case 'done':
      return 'went back to you'
    case 'failed':
      return 'could not go back to you yet; the organiser has been told'
  }
}

const RefundFact = ({ refund, amount }: { refund: Refund; amount: string }) => (
  <div>
    <Muted as="dt">Refund</Muted>
    <dd>
      <Money amount={amount} cents /> {refundWords(refund.status)}
      {refund.refunded_at !== null && (
        <>
          {' '}
          on <DateTime iso={refund.refunded_at} />
        </>
      )}
      . {refund.reason}
    </dd>
  </div>
)

const Said = ({ by, children }: { by: string; children: string }) => (
  <blockquote className={quote}>
    <Muted>{by}:</Muted>
    <p className={message}>{children}</p>
  </blockquote>
)
