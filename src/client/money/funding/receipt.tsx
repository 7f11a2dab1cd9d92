import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useEffect, useRef } from 'react'
import { isTied } from '#client/domain/result.ts'
import { payoutPercentText, percentText, winningsText } from '#client/domain/shares.ts'
import { isOpen } from '#client/domain/status.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { BackedPotTerms } from '#client/money/backed-pots.tsx'
import { FundingStatusBadge } from '#client/money/funding-status.tsx'
import { IfEnded } from '#client/money/if-ended.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { offPaper } from '#client/ui/layout/visibility.ts'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { Funding, FundingPayout } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { receiptNumber } from '#contract/money/receipt-number.ts'
import { centsOf, formatCents, formatNet } from '#contract/money.ts'
import { nameAndEmail } from '#contract/names.ts'
import { ordinal } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { PayoutWords, statementWords } from './payout-words.tsx'
import { RefundWords } from './refund-words.tsx'
import { StakeTerms, stakeOfFunding } from './stake-terms.tsx'

const paper = css({
  column: '5',
  width: 'full',
  borderTopWidth: '4px',
  borderTopColor: 'kelp',
  // Fits one sheet.
  '@media print': { gap: '3', padding: '0', boxShadow: 'none', borderStyle: 'none', fontSize: 'sm' },
})
const title = css({ textStyle: 'heading', '&:focus': { outline: 'none' } })
const amount = css({
  textStyle: 'stat',
  // Shrinks at 200 % text size.
  fontSize: 'min({fontSizes.5xl}, 17vw)',
  color: 'kelpInk',
  '&[data-refunded]': { color: 'inkMuted' },
})
const line = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  columnGap: '4',
  paddingBlock: '2.5',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '@media print': { paddingBlock: '1' },
})
const value = css({
  fontWeight: 'semibold',
  textAlign: { base: 'start', sm: 'end' },
  overflowWrap: 'anywhere',
})
const number = css({ fontFamily: 'mono', fontSize: 'sm', fontWeight: 'normal' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3', '@media print': { display: 'none' } })

const paymentKind = { test: texts.testPayments, sandbox: texts.sandboxReceipt, live: 'Card' } as const

/** Notifications about a boat on this device. */
export type PushOffer = (boat: Pick<Boat, 'id' | 'name'>) => ReactNode

export interface ReceiptProps {
  funding: Funding
  fresh?: boolean
  pushOffer: PushOffer
  children?: ReactNode
}

const isCounted = ({ status, refund }: Pick<Funding, 'status' | 'refund'>): boolean =>
  status === 'completed' && refund === null

export function Receipt({ funding, fresh = false, pushOffer, children }: ReceiptProps) {
  const { canonical } = useBoot()
  const { user } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const { tournament_entry: entry, mode } = funding
  const { boat, tournament } = entry
  useEffect(() => {
    if (!fresh) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [fresh])
  return (
    <Panel as="article" lifted padding="lg" aria-labelledby="receipt-title" className={paper}>
      <Stack gap="2">
        <h2 id="receipt-title" ref={heading} tabIndex={-1} className={title}>
          {fresh ? `You are backing ${boat.name}!` : 'Receipt'}
        </h2>
        <p className={amount} data-refunded={funding.refund !== null || undefined}>
          <Money amount={funding.amount} cents />
        </p>
        {fresh && (
          <Muted>
            Thank you. Your receipt stays under My Funding, with your share of the winnings once they are
            settled.
          </Muted>
        )}
      </Stack>
      {/* True for the moment only. */}
      {funding.if_ended && (
        <IfEnded share={funding.if_ended} status={tournament.status} className={offPaper} />
      )}
      {funding.payout && <Result funding={funding} payout={funding.payout} />}
      <Stack as="dl" gap="0">
        <Line name="Boat">{boat.name}</Line>
        <Line name="Captain">{boat.captain_name}</Line>
        <Line name="Tournament">
          {tournament.name}
          {tournament.location && `, ${tournament.location}`}
        </Line>
        <Line name="Backer">{user && <EmailText text={nameAndEmail(user)} />}</Line>
        <Line name="Funded on">
          <DateTime iso={funding.created_at} />
        </Line>
        {funding.given_back !== null && <GivenBack amount={funding.amount} part={funding.given_back} />}
        <Line name="Status">
          <FundingStatusBadge funding={funding} />
        </Line>
        {funding.refund && (
          <Line name="Refund">
            <RefundWords refund={funding.refund} amount={funding.amount} />
          </Line>
        )}
        {funding.not_counted !== null && <Line name="Counts">{funding.not_counted}</Line>}
        <Line name="Payout percentage">
          {payoutPercentText({
            ifGoalMissed: entry.if_goal_missed,
            payoutPercentage: entry.payout_percentage,
          })}{' '}
          of {winningsText(entry.partly_shared === true)} to backers
        </Line>
        <Line name="Your part of the backers’ share">{partOf(funding)}</Line>
        <Line name="Payment">{paymentKind[mode]}</Line>
        {funding.terms_version !== null && (
          <Line name="Agreed to">
            <TextLink href={paths.legal('terms', funding.terms_version)}>
              Terms of Service, version {funding.terms_version}
            </TextLink>
          </Line>
        )}
        <Line name="Receipt number">
          <span className={number}>{receiptNumber(funding.id)}</span>
        </Line>
      </Stack>
      {isCounted(funding) && isOpen(tournament.status) && pushOffer(boat)}
      <StakeTerms stake={stakeOfFunding(funding)} />
      {tournament.ruled && isCounted(funding) && (
        <BackedPotTerms
          entryId={entry.id}
          boat={boat.name}
          payoutPercentage={entry.payout_percentage}
          ifGoalMissed={entry.if_goal_missed}
          isSettled={funding.payout !== null}
        />
      )}
      <div className={actions}>
        <LinkButton href={paths.tournament(tournament.id)}>See the tournament</LinkButton>
        <Button variant="secondary" onClick={() => print()}>
          <Printer size={20} />
          Print receipt
        </Button>
        <Button
          variant="secondary"
          onClick={() => void share(`Fund ${boat.name}`, new URL(paths.funding(entry.id), canonical).href)}
        >
          <Share2 size={20} />
          Share this boat
        </Button>
        {children}
      </div>
    </Panel>
  )
}

const result = css({ column: '2', padding: '4', borderRadius: 'md', backgroundColor: 'sunken' })

/** Result of the funding after the settlement. */
function Result({ funding, payout }: { funding: Funding; payout: FundingPayout }) {
  const { boat, current_position: position } = funding.tournament_entry
  const net = centsOf(payout.amount) - centsOf(funding.amount)
  return (
    <section aria-labelledby="result-title" className={result}>
      <Row gap="3">
        {position !== null && <PositionBadge position={position} isTied={isTied(funding.tournament_entry)} />}
        <Text as="h3" look="subheading" weight="bold" breakable id="result-title">
          {position === null ? `${boat.name} is settled` : `${boat.name} came ${ordinal(position)}`}
        </Text>
      </Row>
      <Stack as="dl" gap="0">
        <Line name="Your share of the winnings">
          <Money amount={payout.amount} cents />
        </Line>
        <Line name="Net">{formatNet(net)}</Line>
      </Stack>
      <Muted breakable>
        <PayoutWords payout={payout} entry={funding.tournament_entry} />
      </Muted>
      <div>
        <TextLink href={paths.statement(funding.tournament_entry.id)} standalone>
          {statementWords(payout)}
        </TextLink>
      </div>
    </section>
  )
}

const Line = ({ name: label, children }: { name: string; children: ReactNode }) => (
  <div className={line}>
    <Muted as="dt">{label}</Muted>
    <dd className={value}>{children}</dd>
  </div>
)

const GivenBack = ({ amount: remainder, part }: { amount: string; part: string }) => (
  <>
    <Line name="Paid">
      <Money amount={formatCents(centsOf(remainder) + centsOf(part))} cents />
    </Line>
    <Line name="Given back to you">
      <Money amount={part} cents />
    </Line>
  </>
)

function partOf(funding: Funding): string {
  const { amount: contribution, tournament_entry: entry } = funding
  const total = centsOf(entry.current_funding)
  if (!isCounted(funding) || total === 0) return 'None'
  const part = percentText(centsOf(contribution), total)
  const isFinal = funding.payout !== null || total >= centsOf(entry.funding_goal)
  return isFinal ? part : `${part} at today's total`
}
