import Download from 'lucide-react/icons/download'
import HandCoins from 'lucide-react/icons/hand-coins'
import { type ReactNode, useState } from 'react'
import { payoutsFilePath, payoutsQuery } from '#client/api/payouts.ts'
import { formatMoney } from '#client/domain/money.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Card, Stat } from '#client/ui/layout/card.tsx'
import { Data, LoadFailed } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid, List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Progress } from '#client/ui/marks/progress.tsx'
import type { Payout } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'
import { PayoutItem } from './payout-item.tsx'
import { type Filter, filtered, othersOwed, totalsOf } from './totals.ts'

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
    <Data<Payout[]>
      query={payoutsQuery(tournamentId)}
      fallback={<Frame>{<Waiting />}</Frame>}
      failed={<Frame>{<LoadFailed what="The payouts" />}</Frame>}
    >
      {payouts => (
        <Frame action={file}>
          <Loaded payouts={payouts} />
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

const filterNames: readonly (readonly [Filter, string])[] = [
  ['owed', 'To pay'],
  ['paid', 'Paid'],
  ['frozen', 'Disputed'],
  ['all', 'All'],
]

function Loaded({ payouts }: { payouts: readonly Payout[] }) {
  const [filter, setFilter] = useState<Filter>('owed')
  const [typed, setTyped] = useState('')
  const totals = totalsOf(payouts)
  const { items, left, more, listRef } = useShown<Payout, HTMLDivElement>(
    filtered(payouts, filter, typed),
    50,
  )
  if (totals.counts.all === 0)
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
            <Money amount={totals.owed} cents />
          </Stat>
          <Stat label="Paid">
            <Money amount={totals.paid} cents />
          </Stat>
          {totals.counts.frozen > 0 && (
            <Stat label="Disputed">
              <Money amount={totals.frozen} cents />
            </Stat>
          )}
        </Grid>
        <Progress
          value={totals.percent}
          tone="kelp"
          size="md"
          label={`${formatMoney(totals.paid, { cents: true })} of ${formatMoney(totals.all, { cents: true })} paid`}
        />
      </Card>
      <Row between align="end" gap="snug">
        <fieldset className={chips} aria-label="Which payouts">
          {filterNames
            .filter(([value]) => value !== 'frozen' || totals.counts.frozen > 0)
            .map(([value, name]) => (
              <Button
                key={value}
                variant={filter === value ? 'primary' : 'secondary'}
                aria-pressed={filter === value}
                onClick={() => setFilter(value)}
              >
                {name} ({totals.counts[value]})
              </Button>
            ))}
        </fieldset>
        <Field
          label="Find"
          name="find"
          type="search"
          placeholder="Backer, boat or reference"
          autoComplete="off"
          className={search}
          onInput={event => setTyped(event.currentTarget.value)}
        />
      </Row>
      <div ref={listRef} tabIndex={-1}>
        {items.length === 0 ? (
          <EmptyState title={emptyText(filter, typed)} />
        ) : (
          <List>
            {items.map(payout => (
              <PayoutItem
                key={payout.id}
                payout={payout}
                others={othersOwed(payouts, payout)}
                listRef={listRef}
              />
            ))}
          </List>
        )}
        <ShowMore left={left} what="payouts" onMore={more} />
      </div>
    </Stack>
  )
}

function emptyText(filter: Filter, typed: string): string {
  if (typed.trim() !== '') return 'No payout matches'
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
