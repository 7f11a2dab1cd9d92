import HandCoins from 'lucide-react/icons/hand-coins'
import { useRef } from 'react'
import { fundingTotalsQuery, myFundingQuery } from '#client/api/funding.ts'
import { useSession } from '#client/api/use-session.ts'
import { formatNumber } from '#client/domain/numbers.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, Stat } from '#client/ui/layout/card.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { Funding, FundingTotals } from '#contract/funding.ts'
import { dollars } from '#contract/funding-texts.ts'
import { centsOf } from '#contract/money.ts'
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
        {totals => (
          <PagedData<Funding> query={myFundingQuery()} fallback={<Waiting />} what="Your fundings">
            {list => (list.items.length === 0 ? <NoHistory /> : <Overview totals={totals} list={list} />)}
          </PagedData>
        )}
      </Data>
    </>
  )
}

function Overview({ totals, list }: { totals: FundingTotals; list: PagedList<Funding> }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <>
      <TotalsCard totals={totals} />
      <Section id="history" title="History" action={<YearFile years={totals.years} />}>
        <div ref={listRef} tabIndex={-1}>
          <Grid as="ul">
            {list.items.map(funding => (
              <FundingCard key={funding.id} funding={funding} />
            ))}
          </Grid>
          <MorePages list={list} what="fundings" listRef={listRef} />
        </div>
      </Section>
    </>
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

const totalsSize = css({ height: 'auto', minHeight: '24' })

function Waiting() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="card" className={totalsSize} />
      <Grid>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </Grid>
    </>
  )
}
