import HandCoins from 'lucide-react/icons/hand-coins'
import { myFundingQuery } from '#client/api/funding.ts'
import { useSession } from '#client/api/use-session.ts'
import { formatNumber } from '#client/domain/numbers.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, Stat } from '#client/ui/layout/card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { Funding } from '#contract/funding.ts'
import { dollars } from '#contract/funding-texts.ts'
import { css } from '#styled/css/index.js'
import { FundingCard } from './funding-card.tsx'
import { PaymentModeNote } from './payment-mode-note.tsx'
import { PendingPayments } from './pending-payments.tsx'
import { totalsOf, yearsOf } from './totals.ts'
import { YearFile } from './year-file.tsx'

export function MyFunding() {
  const { user } = useSession()
  return (
    <>
      <PaymentModeNote />
      {user && <PendingPayments userId={user.id} />}
      <Data<Funding[]> query={myFundingQuery()} fallback={<Waiting />} what="Your fundings">
        {fundings => (fundings.length === 0 ? <NoHistory /> : <Overview fundings={fundings} />)}
      </Data>
    </>
  )
}

function Overview({ fundings }: { fundings: readonly Funding[] }) {
  const { items, left, more, listRef } = useShown<Funding, HTMLDivElement>(fundings, 24)
  return (
    <>
      <TotalsCard fundings={fundings} />
      <Section id="history" title="History" action={<YearFile years={yearsOf(fundings)} />}>
        <div ref={listRef} tabIndex={-1}>
          <Grid as="ul">
            {items.map(funding => (
              <FundingCard key={funding.id} funding={funding} />
            ))}
          </Grid>
          <ShowMore left={left} what="fundings" onMore={more} />
        </div>
      </Section>
    </>
  )
}

function TotalsCard({ fundings }: { fundings: readonly Funding[] }) {
  const { payments } = useBoot()
  const { funded, boats, tournaments, won } = totalsOf(fundings, payments)
  return (
    <Card as="section" aria-label="Totals">
      <CardBody>
        <Grid as="dl" columns="stats">
          <Stat label="Total Funded">{dollars(funded)}</Stat>
          <Stat label="Boats Funded">{formatNumber(boats)}</Stat>
          <Stat label="Tournaments">{formatNumber(tournaments)}</Stat>
          {won > 0 && <Stat label="Winnings">{dollars(won)}</Stat>}
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
