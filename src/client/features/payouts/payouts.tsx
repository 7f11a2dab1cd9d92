import Download from 'lucide-react/icons/download'
import HandCoins from 'lucide-react/icons/hand-coins'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { type PayoutFilter, payoutsFilePath, payoutsQuery, payoutTotalsQuery } from '#client/api/payouts.ts'
import { formatMoney } from '#client/domain/money.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Card, Stat } from '#client/ui/layout/card.tsx'
import { Data, LoadFailed, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid, List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Progress } from '#client/ui/marks/progress.tsx'
import { limits } from '#contract/limits.ts'
import type { Payout, PayoutTotals } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'
import { PayoutItem } from './payout-item.tsx'
import { progressOf } from './totals.ts'

const progress = css({ padding: { base: '4', md: '5' }, gap: '4' })
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
const search = css({ width: { base: 'full', sm: '18rem' } })

/** The organiser pays elsewhere and marks shares here. */
export function Payouts({ tournamentId }: { tournamentId: string }) {
  const file = (
    <LinkButton href={payoutsFilePath(tournamentId)} variant="secondary" download>
      <Download size={20} aria-hidden />
      Download CSV
    </LinkButton>
  )
  return (
    <Data<PayoutTotals>
      query={payoutTotalsQuery(tournamentId)}
      fallback={<Frame>{<Waiting />}</Frame>}
      failed={<Frame>{<LoadFailed what="The payouts" />}</Frame>}
    >
      {totals => (
        <Frame action={file}>
          <Loaded tournamentId={tournamentId} totals={totals} />
        </Frame>
      )}
    </Data>
  )
}

const Frame = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <Section
    id="payouts"
    title="Payouts"
    description="Pay each backer the way you agree on, then mark the share as paid here. Backers see it at once."
    action={action}
  >
    {children}
  </Section>
)

const filterNames: readonly (readonly [PayoutFilter, string])[] = [
  ['owed', 'To pay'],
  ['paid', 'Paid'],
  ['frozen', 'Disputed'],
  ['any', 'All'],
]

/** Milliseconds after the last key. */
const typingMs = 250

function Loaded({ tournamentId, totals }: { tournamentId: string; totals: PayoutTotals }) {
  const [filter, setFilter] = useState<PayoutFilter>('owed')
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The list shown stays until the next one is loaded.
  const asked = useDeferredValue(filter)
  const found = useDeferredValue(typed)
  const { all, percent, counts } = progressOf(totals)
  const { owed, paid, frozen } = totals
  const type = (value: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyped(value.trim()), typingMs)
  }
  if (counts.any === 0)
    return (
      <EmptyState
        icon={<HandCoins size={26} aria-hidden />}
        title="Nothing to pay"
        description="No boat with backers won anything."
      />
    )
  return (
    <Stack gap="md">
      <Card className={progress}>
        <Grid as="dl" columns="stats" tight>
          <Stat label="To pay">
            <Money amount={owed.amount} cents />
          </Stat>
          <Stat label="Paid">
            <Money amount={paid.amount} cents />
          </Stat>
          {frozen.count > 0 && (
            <Stat label="Disputed">
              <Money amount={frozen.amount} cents />
            </Stat>
          )}
        </Grid>
        <Progress
          value={percent}
          tone="kelp"
          size="md"
          label={`${formatMoney(paid.amount, { cents: true })} of ${formatMoney(all, { cents: true })} paid`}
        />
      </Card>
      <Row between align="end" gap="snug">
        <fieldset className={chips} aria-label="Which payouts">
          {filterNames
            .filter(([value]) => value !== 'frozen' || frozen.count > 0)
            .map(([value, name]) => (
              <Button
                key={value}
                variant={filter === value ? 'primary' : 'secondary'}
                aria-pressed={filter === value}
                onClick={() => setFilter(value)}
              >
                {name} ({counts[value]})
              </Button>
            ))}
        </fieldset>
        <Field
          label="Find"
          name="find"
          type="search"
          placeholder="Backer, boat or reference"
          autoComplete="off"
          maxLength={limits.searchMax}
          className={search}
          onInput={event => type(event.currentTarget.value)}
        />
      </Row>
      <PagedData<Payout>
        query={payoutsQuery(tournamentId, asked, found)}
        fallback={<Waiting />}
        what="The payouts"
      >
        {list =>
          list.items.length === 0 ? (
            <EmptyState title={emptyText(asked, found)} />
          ) : (
            <Shares tournamentId={tournamentId} list={list} />
          )
        }
      </PagedData>
    </Stack>
  )
}

function Shares({ tournamentId, list }: { tournamentId: string; list: PagedList<Payout> }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1}>
      <List>
        {list.items.map(payout => (
          <PayoutItem key={payout.id} tournamentId={tournamentId} payout={payout} listRef={listRef} />
        ))}
      </List>
      <MorePages list={list} what="payouts" listRef={listRef} />
    </div>
  )
}

function emptyText(filter: PayoutFilter, typed: string): string {
  if (typed !== '') return 'No payout matches'
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
