import HandCoins from 'lucide-react/icons/hand-coins'
import { type ReactNode, useRef } from 'react'
import { fundingTotalsQuery, myFundingQuery } from '#client/money/api/funding.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, Stat } from '#client/ui/layout/card.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { Funding, FundingTotals } from '#contract/money/funding.ts'
import { centsOf, dollars, formatNet } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { FundingStage } from '#contract/paging.ts'
import { css } from '#styled/css/index.js'
import { FundingCard } from './funding-card.tsx'
import { PaymentModeNote } from './payment-mode-note.tsx'
import { PendingPayments } from './pending-payments.tsx'
import { YearFile } from './year-file.tsx'

export function MyFunding() {
  const { user } = useSession()
  return (
    <>
      <PaymentModeNote />
      {user && <PendingPayments userId={user.id} />}
      <Data<FundingTotals> query={fundingTotalsQuery()} fallback={<Waiting />} what="Your fundings">
        {totals => (totals.years.length === 0 ? <NoHistory /> : <Overview totals={totals} />)}
      </Data>
    </>
  )
}

const Overview = ({ totals }: { totals: FundingTotals }) => (
  <>
    <TotalsCard totals={totals} />
    <Section id="history" title="History" action={<YearFile years={totals.years} />}>
      <Stack gap="lg">
        <Stage stage="water" title="On the water" />
        <Stage stage="upcoming" title="Upcoming" />
        <Stage stage="settled" title="Settled" summary={<Balance {...totals.settled} />} />
      </Stack>
    </Section>
  </>
)

interface StageProps {
  stage: FundingStage
  title: string
  summary?: ReactNode
}

/** Nothing without fundings at this stage. */
function Stage({ stage, title, summary }: StageProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const titleId = `stage-${stage}`
  return (
    <PagedData<Funding> query={myFundingQuery(stage)} fallback={<CardsWaiting />} what="Your fundings">
      {list =>
        list.items.length === 0 ? null : (
          <Stack as="section" gap="snug" aria-labelledby={titleId}>
            <Text as="h3" look="subheading" weight="bold" id={titleId}>
              {title}
            </Text>
            {summary}
            <div ref={listRef} tabIndex={-1}>
              <Grid as="ul">
                {list.items.map(funding => (
                  <FundingCard key={funding.id} funding={funding} />
                ))}
              </Grid>
              <MorePages list={list} what="fundings" listRef={listRef} />
            </div>
          </Stack>
        )
      }
    </PagedData>
  )
}

/** Of entries with results; nothing before the first. */
function Balance({ in: paidIn, out, owed }: FundingTotals['settled']) {
  if (centsOf(paidIn) === 0) return null
  const net = centsOf(out) - centsOf(paidIn)
  return (
    <Panel padding="md">
      <Stack gap="snug">
        <dl className={balance}>
          <Stat label="In">
            <Money amount={paidIn} cents />
          </Stat>
          <Stat label="Out">
            <Money amount={out} cents />
          </Stat>
          <Stat label="Net">{formatNet(net)}</Stat>
        </dl>
        <Muted small>
          What you put into boats with results, and your winnings
          {centsOf(owed) > 0 && (
            <>
              , of which <Money amount={owed} cents /> is still to be paid
            </>
          )}
          . Refunds are not counted.
        </Muted>
      </Stack>
    </Panel>
  )
}

function TotalsCard({ totals: { funded, boats, tournaments, won } }: { totals: FundingTotals }) {
  return (
    <Card as="section" aria-label="Totals">
      <CardBody>
        <Grid as="dl" columns="stats">
          <Stat label="Total Funded">{dollars(centsOf(funded))}</Stat>
          <Stat label="Boats Funded">{formatNumber(boats)}</Stat>
          <Stat label="Tournaments">{formatNumber(tournaments)}</Stat>
          {centsOf(won) > 0 && <Stat label="Winnings">{dollars(centsOf(won))}</Stat>}
        </Grid>
      </CardBody>
    </Card>
  )
}

const NoHistory = () => (
  <EmptyState
    icon={<HandCoins size={26} aria-hidden />}
    title="No funding history yet"
    description="Fund a boat, and find it here with your receipt and your share of the winnings."
    action={<LinkButton href={paths.home()}>Browse Tournaments</LinkButton>}
  />
)

const balance = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))',
  gap: '4',
})
const totalsSize = css({ height: 'auto', minHeight: '24' })

function Waiting() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="card" className={totalsSize} />
      <CardsWaiting />
    </>
  )
}

const CardsWaiting = () => (
  <Grid>
    <Skeleton shape="card" />
    <Skeleton shape="card" />
    <Skeleton shape="card" />
  </Grid>
)
