import HandCoins from 'lucide-react/icons/hand-coins'
import { type ReactNode, useEffect } from 'react'
import { useNow } from '#client/lib/now.tsx'
import {
  backersToPayQuery,
  type PayoutFilter,
  payoutsFilePath,
  payoutsQuery,
  payoutTotalsQuery,
} from '#client/money/api/payouts.ts'
import { DownloadCsv } from '#client/ui/controls/download-csv.tsx'
import { ListFilter, useListFilter } from '#client/ui/forms/list-filter.tsx'
import { Data, LoadFailed, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { List, Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { MoneyStats } from '#client/ui/marks/money-stats.tsx'
import { Progress } from '#client/ui/marks/progress.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { PayoutTotals } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { ModeNote } from './mode-note.tsx'
import { PayByFile } from './pay-by-file.tsx'
import { ShareList } from './share-list.tsx'
import { SharesToPay } from './shares-to-pay.tsx'
import { progressOf } from './totals.ts'

const boatRow = css({ paddingInline: '4', paddingBlock: '2' })

/** The organiser pays elsewhere and marks shares here. */
export const Payouts = ({ tournamentId }: { tournamentId: string }) => (
  <Data
    query={payoutTotalsQuery(tournamentId)}
    fallback={
      <Frame>
        <Waiting />
      </Frame>
    }
    failed={
      <Frame>
        <LoadFailed what="The payouts" />
      </Frame>
    }
  >
    {totals => (
      <Frame action={<DownloadCsv href={payoutsFilePath(tournamentId)} />}>
        <Loaded tournamentId={tournamentId} totals={totals} />
      </Frame>
    )}
  </Data>
)

const partId = 'payouts'

const Frame = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <Section
    id={partId}
    title="Payouts"
    description="Pay each backer the way you agree on, then mark the share as paid here. Backers see it at once."
    action={action}
  >
    {children}
  </Section>
)

const filterNames: readonly (readonly [PayoutFilter, string])[] = [
  ['owed', 'To pay'],
  ['paid', 'Paid in full'],
  ['frozen', 'On hold'],
  ['to-return', 'To return'],
  ['any', 'All'],
]

function Loaded({ tournamentId, totals }: { tournamentId: string; totals: PayoutTotals }) {
  const { field, filter, searchText } = useListFilter<PayoutFilter>('owed')
  const { all, percent, counts } = progressOf(totals)
  const emptyText = emptyTextOf(filter, searchText)
  const { owed, paid, frozen, lost, toReturn } = totals
  useEffect(() => {
    // It arrives after the browser has looked for it. A person who has scrolled meanwhile stays there.
    if (location.hash === `#${partId}` && scrollY === 0) document.getElementById(partId)?.scrollIntoView()
  }, [])
  if (counts.any === 0)
    return (
      <EmptyState
        icon={<HandCoins size={26} />}
        title="Nothing to pay"
        description="No boat with backers won anything."
      />
    )
  return (
    <Stack>
      <ModeNote mode={totals.mode} />
      <Panel padding="md" lifted gap="4">
        <MoneyStats
          amounts={{
            'To pay': owed.amount,
            Paid: paid.amount,
            ...(frozen.count > 0 && { 'On hold': frozen.amount }),
            ...(toReturn && { 'To return': toReturn.amount }),
            ...(lost.count > 0 && { 'Your loss': lost.amount }),
          }}
        />
        {lost.count > 0 && (
          <Muted small>
            Your loss is part of what you paid: the payments for it went back to their backers later.
          </Muted>
        )}
        {totals.dueAt !== null && <PayBy dueAt={totals.dueAt} />}
        <Progress
          value={percent}
          tone="kelp"
          size="md"
          label={`${exactMoney(paid.amount)} of ${exactMoney(all)} paid`}
        />
      </Panel>
      <PayByFile tournamentId={tournamentId} isOwed={owed.count > 0} />
      <ListFilter<PayoutFilter>
        {...field}
        label="Which payouts"
        options={filterNames
          .filter(([value]) => (value !== 'frozen' && value !== 'to-return') || counts[value] > 0)
          .map(([value, name]) => [value, `${name} (${counts[value]})`])}
        placeholder="Backer, boat or reference"
      />
      {filter === 'owed' ? (
        <PagedData
          query={backersToPayQuery(tournamentId, searchText)}
          fallback={<Waiting />}
          what="The payouts"
        >
          {list => <SharesToPay tournamentId={tournamentId} list={list} emptyText={emptyText} />}
        </PagedData>
      ) : (
        <PagedData
          query={payoutsQuery(tournamentId, filter, searchText)}
          fallback={<Waiting />}
          what="The payouts"
        >
          {list => <ShareList list={list} emptyText={emptyText} />}
        </PagedData>
      )}
      <ByBoat totals={totals} />
    </Stack>
  )
}

function PayBy({ dueAt }: { dueAt: string }) {
  const isOverdue = Date.parse(dueAt) < useNow()
  return (
    <Row>
      <Text weight="semibold">
        Pay by <DateTime iso={dueAt} />
      </Text>
      {isOverdue && <Badge tone="cancelled">Overdue</Badge>}
    </Row>
  )
}

/** Payouts by boat; nothing for a single boat. */
function ByBoat({ totals: { entries } }: { totals: PayoutTotals }) {
  if (entries.length < 2) return null
  return (
    <FirstItems items={entries} step={10} what="boats">
      {items => (
        <List aria-label="By boat">
          {items.map(({ entryId, boat, owed, paid }) => (
            <Row as="li" key={entryId} between className={boatRow}>
              <Text weight="semibold" breakable>
                {boat}
              </Text>
              <Muted small>
                <Money amount={owed.amount} cents /> to pay, <Money amount={paid.amount} cents /> paid
              </Muted>
            </Row>
          ))}
        </List>
      )}
    </FirstItems>
  )
}

function emptyTextOf(filter: PayoutFilter, searchText: string): string {
  if (searchText !== '') return 'No payout matches'
  return filter === 'owed' ? 'Every share is paid' : 'No payout here'
}

function Waiting() {
  return (
    <>
      <LoadingText />
      <Skeleton shape="block" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </>
  )
}
