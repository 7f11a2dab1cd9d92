import HandCoins from 'lucide-react/icons/hand-coins'
import type { ReactNode } from 'react'
import { fundingTotalsQuery, myFundingQuery } from '#client/money/api/funding.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, Stat, StatList } from '#client/ui/layout/card.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { List, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { FundingTotals } from '#contract/money/funding.ts'
import { centsOf, dollars, formatNet } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { FundingStage } from '#contract/paging.ts'
import { css } from '#styled/css/index.js'
import { FundingRow } from './funding-row.tsx'
import { PaymentModeNote } from './payment-mode-note.tsx'
import { PendingPayments } from './pending-payments.tsx'
import { YearFile } from './year-file.tsx'

export function MyFunding() {
  const { user } = useSession()
  return (
    <>
      <PaymentModeNote />
      {user && <PendingPayments userId={user.id} />}
      <Data query={fundingTotalsQuery()} fallback={<Waiting />} what="Your fundings">
        {totals => (
          <>
            <TotalsCard totals={totals} />
            {totals.years.length === 0 ? <NoHistory /> : <History totals={totals} />}
          </>
        )}
      </Data>
    </>
  )
}

/** Boats whose rows start open: few enough to read them so. */
const openRowsMax = 2

function History({ totals }: { totals: FundingTotals }) {
  const startsOpen = totals.boats <= openRowsMax
  return (
    <Section id="history" title="History" action={<YearFile years={totals.years} />}>
      <Stack gap="6">
        <Stage stage="water" title="On the water or awaiting results" startsOpen={startsOpen} />
        <Stage stage="upcoming" title="Upcoming" startsOpen={startsOpen} />
        <Stage
          stage="settled"
          title="Settled"
          startsOpen={startsOpen}
          summary={<Balance {...totals.settled} />}
        />
      </Stack>
    </Section>
  )
}

interface StageProps {
  stage: FundingStage
  title: string
  /** Its rows. */
  startsOpen: boolean
  summary?: ReactNode
}

/** Fundings of a stage; nothing without any. */
function Stage({ stage, title, startsOpen, summary }: StageProps) {
  const titleId = `stage-${stage}`
  return (
    <PagedData query={myFundingQuery(stage)} fallback={<RowsWaiting />} what="Your fundings">
      {list =>
        list.items.length === 0 ? null : (
          <Stack as="section" gap="3" aria-labelledby={titleId}>
            <Text as="h3" look="subheading" weight="bold" id={titleId}>
              {title}
            </Text>
            {summary}
            <PagedItems list={list} what="fundings">
              <List>
                {list.items.map(funding => (
                  <FundingRow key={funding.id} funding={funding} startsOpen={startsOpen} />
                ))}
              </List>
            </PagedItems>
          </Stack>
        )
      }
    </PagedData>
  )
}

/** Sums of entries with results; nothing before the first. */
function Balance({ in: paidIn, out, owed }: FundingTotals['settled']) {
  if (centsOf(paidIn) === 0) return null
  const net = centsOf(out) - centsOf(paidIn)
  return (
    <Panel padding="md" gap="3">
      <dl className={balance}>
        <Figure label="In">
          <Money amount={paidIn} cents />
        </Figure>
        <Figure label="Out">
          <Money amount={out} cents />
        </Figure>
        <Figure label="Net">{formatNet(net)}</Figure>
      </dl>
      <Muted small>
        Boats with results, refunds not counted
        {centsOf(owed) > 0 && (
          <>
            . <Money amount={owed} cents /> is still to be paid
          </>
        )}
        .
      </Muted>
    </Panel>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Muted as="dt" small>
      {label}
    </Muted>
    <Text as="dd" look="figure" weight="bold" tabular>
      {children}
    </Text>
  </div>
)

function TotalsCard({ totals: { funded, boats, tournaments, won } }: { totals: FundingTotals }) {
  const [wonText, fundedText] = [dollars(centsOf(won)), dollars(centsOf(funded))]
  return (
    <Card as="section" aria-label="Totals">
      <CardBody>
        <StatList figures={[wonText, fundedText]}>
          {centsOf(won) > 0 && <Stat label="You Won">{wonText}</Stat>}
          <Stat label="Total Funded">{fundedText}</Stat>
          <Stat label="Boats Funded">{formatNumber(boats)}</Stat>
          <Stat label="Tournaments">{formatNumber(tournaments)}</Stat>
        </StatList>
      </CardBody>
    </Card>
  )
}

const NoHistory = () => (
  <EmptyState
    icon={<HandCoins size={26} />}
    title="No funding history yet"
    description="Fund a boat, and find it here with your receipt and your share of the winnings."
    action={<LinkButton href={paths.home()}>Browse Tournaments</LinkButton>}
  />
)

// Figures stay whole: what doesn't fit goes to the next line.
const balance = css({ display: 'flex', flexWrap: 'wrap', columnGap: '6', rowGap: '1', whiteSpace: 'nowrap' })
const totalsSize = css({ height: 'auto', minHeight: '24' })

function Waiting() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="card" className={totalsSize} />
      <RowsWaiting />
    </>
  )
}

const RowsWaiting = () => <Skeleton shape="card" />
