import MapPin from 'lucide-react/icons/map-pin'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { isTied, noCatchText, placeText, resultText } from '#client/domain/result.ts'
import { FundingStatusBadge } from '#client/money/funding-status.tsx'
import { IfEnded } from '#client/money/if-ended.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Fact } from '#client/ui/layout/fact.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { PennantArt } from '#client/ui/marks/pennant.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { RowAmount } from '#client/ui/marks/row-marks.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Funding } from '#contract/money/funding.ts'
import { centsOf } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { dueOf, PayoutWords, statementWords } from './payout-words.tsx'
import { RefundWords } from './refund-words.tsx'

const quote = css({
  column: '1',
  paddingInlineStart: '3',
  borderInlineStartWidth: '3px',
  borderColor: 'line',
  overflowWrap: 'anywhere',
})
const pennant = css({
  position: 'relative',
  width: { base: '10', sm: '16' },
  aspectRatio: '25 / 16',
  borderRadius: 'sm',
  overflow: 'hidden',
})
const more = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  gap: { base: '3', md: '6' },
})

interface FundingRowProps {
  funding: Funding
  startsOpen: boolean
}

/** Funding and outcome, on one line that opens. */
export function FundingRow({ funding, startsOpen }: FundingRowProps) {
  const { tournament_entry: entry, payout, refund } = funding
  const { boat, tournament } = entry
  return (
    <ListRow
      startsOpen={startsOpen}
      lead={
        <span className={pennant}>
          <PennantArt id={boat.id} name={boat.name} isSmall />
        </span>
      }
      title={boat.name}
      titleAs="h4"
      line={tournament.name}
      figures={payout?.to_return ? <ToReturn amount={payout.to_return} /> : <InAndOut funding={funding} />}
    >
      <div className={more}>
        <Stack gap="2" breakable>
          <Row between align="start" rowGap="0">
            <TextLink href={paths.boat(boat.id)} standalone>{`Captain: ${boat.captain_name}`}</TextLink>
            {isUsual(funding) && <FundingStatusBadge funding={funding} />}
          </Row>
          <Stack gap="0" breakable>
            <TextLink href={paths.tournament(tournament.id)} standalone>
              {tournament.name}
            </TextLink>
            {tournament.location && (
              <IconText look="small" muted gap="1.5" icon="inherit">
                <MapPin size={16} />
                {tournament.location}
              </IconText>
            )}
          </Stack>
          <Standing funding={funding} />
          {funding.if_ended && <IfEnded share={funding.if_ended} status={tournament.status} />}
          {funding.not_counted !== null && <Muted>{funding.not_counted}</Muted>}
          {funding.message !== null && <Said by="You">{funding.message}</Said>}
          {funding.reply !== null && <Said by={`Captain ${boat.captain_name}`}>{funding.reply}</Said>}
        </Stack>
        <Stack gap="2">
          <Stack as="dl" gap="2">
            <Fact name="Funded on">
              <DateOnly iso={funding.created_at} />
            </Fact>
            {payout?.to_return && (
              <Fact name="Contribution">
                <Money amount={funding.amount} cents />
              </Fact>
            )}
            {payout && (
              <div>
                <Muted as="dt">Your share of the winnings</Muted>
                <dd>
                  <PayoutWords payout={payout} entry={entry} />
                </dd>
                <dd>
                  <TextLink href={paths.statement(entry.id)} standalone>
                    {statementWords(payout)}
                  </TextLink>
                </dd>
              </div>
            )}
            {funding.given_back !== null && (
              <Fact name="Given back to you">
                <Money amount={funding.given_back} cents />
              </Fact>
            )}
            {refund && (
              <div>
                <Muted as="dt">Refund</Muted>
                <dd>
                  <RefundWords refund={refund} amount={funding.amount} />
                </dd>
              </div>
            )}
          </Stack>
          <FundingBar
            raised={entry.current_funding}
            goal={entry.funding_goal}
            label={`Funding of ${boat.name}`}
          />
          <LinkButton
            href={paths.receipt(funding.id)}
            variant="secondary"
            aria-label={`Receipt and terms for ${boat.name}`}
          >
            <ReceiptText size={20} />
            Receipt and Terms
          </LinkButton>
        </Stack>
      </div>
    </ListRow>
  )
}

const isUsual = ({ refund, status, not_counted, payout }: Funding): boolean =>
  payout !== null || (refund === null && status === 'completed' && not_counted === null)

const ToReturn = ({ amount }: { amount: string }) => (
  <>
    <RowAmount amount={amount} />
    <Text as="span" look="small" weight="semibold">
      to return
    </Text>
  </>
)

const InAndOut = ({ funding }: { funding: Funding }) => (
  <>
    <Text as="span" look="figure" weight="bold">
      <VisuallyHidden>Contribution </VisuallyHidden>
      <Money amount={funding.amount} />
    </Text>
    <Outcome funding={funding} />
  </>
)

/** Outcome: the share, the refund, or how the boat does. */
function Outcome({ funding }: { funding: Funding }) {
  const { payout, tournament_entry: entry } = funding
  if (payout) {
    const due = payout.status === 'owed' ? dueOf({ payout, entry }) : null
    return (
      <>
        <Text as="span" look="small" weight="semibold" tabular>
          <span aria-hidden>→ </span>
          <VisuallyHidden>Your share </VisuallyHidden>
          <Money amount={payout.amount} cents />
        </Text>
        {due !== null && (
          <Muted as="span" small>
            by <DateOnly iso={due} />
          </Muted>
        )}
      </>
    )
  }
  if (!isUsual(funding)) return <FundingStatusBadge funding={funding} />
  const { current_position: position } = entry
  const worth = funding.if_ended && centsOf(funding.if_ended.worth) > 0 ? funding.if_ended.worth : null
  return position === null ? null : (
    <Muted as="span" small>
      {worth !== null && (
        <>
          <Money amount={worth} /> now ·{' '}
        </>
      )}
      {placeText(position, isTied(entry))}
    </Muted>
  )
}

/** Place and best catch once the boat fishes; no place of a refunded payment. */
function Standing({ funding: { tournament_entry: entry, payout, refund } }: { funding: Funding }) {
  const { current_position: position, best_catch: bestCatch, tournament } = entry
  if (refund !== null || tournament.status === 'upcoming' || tournament.status === 'cancelled') return null
  const result = resultText({ ...entry, bestCatch })
  const isOver = tournament.status === 'completed'
  return (
    <Row gap="3">
      {position !== null && <PositionBadge position={position} isTied={isTied(entry)} />}
      <Text look="small" weight="semibold" breakable tabular>
        {result ?? noCatchText(tournament.status)}
        {isOver && payout === null && ' · Awaiting results'}
      </Text>
    </Row>
  )
}

const Said = ({ by, children }: { by: string; children: string }) => (
  <blockquote className={quote}>
    <Muted>{by}:</Muted>
    <Text multiline>{children}</Text>
  </blockquote>
)
