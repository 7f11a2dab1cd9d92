import type { ReactNode } from 'react'
import type { Viewer } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { dollars } from '#contract/money.ts'
import { isTooSmallForCard } from '#contract/tournaments/goal-rules.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { remainingOf } from './amount.ts'
import { Checking } from './checking.tsx'
import { FundingForm } from './funding-form.tsx'
import { FundingSkeleton } from './funding-skeleton.tsx'
import { InsiderCheck } from './insider-check.tsx'
import { PaymentModeNote } from './payment-mode-note.tsx'
import { type PushOffer, Receipt } from './receipt.tsx'
import { useCheckout } from './use-checkout.ts'

export interface FundingPanelProps {
  entry: EntryWithTournament
  pushOffer: PushOffer
}

export function FundingPanel(props: FundingPanelProps) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <InsiderCheck entryId={props.entry.id} waiting={<FundingSkeleton />}>
      {isBarred => <PanelOf {...props} viewer={user} isBarred={isBarred} />}
    </InsiderCheck>
  )
}

interface PanelOfProps extends FundingPanelProps {
  viewer: Viewer
  /** An insider, from the start on. */
  isBarred: boolean
}

function PanelOf({ entry, pushOffer, viewer, isBarred }: PanelOfProps) {
  const [state, checkout] = useCheckout(viewer.id, entry.id)
  const reason = closingReason(entry)
  switch (state.step) {
    case 'done':
      return (
        <Receipt funding={state.funding} fresh pushOffer={pushOffer}>
          {reason === null && !isBarred && remainingOf(entry) > 0 && (
            <Button variant="ghost" onClick={checkout.startOver}>
              Fund more
            </Button>
          )}
        </Receipt>
      )
    case 'checking':
      return (
        <Panel title="Checking your payment">
          <PaymentModeNote />
          <Checking onCheck={checkout.checkNow} />
        </Panel>
      )
    case 'form':
      if (reason !== null) return <Closed entry={entry} reason={reason} />
      if (remainingOf(entry) === 0) return <Complete />
      if (isBarred) return <Closed entry={entry} title="You can’t fund this boat" reason={texts.insider} />
      return (
        <Panel title="Fund This Boat" description={<Terms entry={entry} />}>
          <PaymentModeNote />
          <FundingForm entry={entry} viewer={viewer} checkout={checkout} notice={state.notice} />
        </Panel>
      )
  }
}

function closingReason(entry: EntryWithTournament): string | null {
  if (entry.fundingOpen) return null
  switch (entry.tournament.status) {
    case 'completed':
      return texts.over
    case 'cancelled':
      return texts.cancelled
    case 'upcoming':
    case 'active':
      if (entry.awaitsCaptain) return texts.awaitsCaptain
      if (entry.tournament.withoutOrganiser) return texts.withoutOrganiser
      if (isTooSmallForCard(remainingOf(entry))) return texts.remainderTooSmall
      return remainingOf(entry) === 0 ? null : texts.closed
  }
}

interface PanelProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

function Panel({ title, description, children }: PanelProps) {
  return (
    <section aria-labelledby="panel-title">
      <FormCard gap="4">
        <Stack gap="2">
          <Text as="h2" look="heading" id="panel-title">
            {title}
          </Text>
          {description}
        </Stack>
        {children}
      </FormCard>
    </section>
  )
}

const Terms = ({ entry }: { entry: EntryWithTournament }) => (
  <>
    <Muted breakable>{`${entry.boat.name} in ${entry.tournament.name}`}</Muted>
    <Muted as="div" breakable>
      {dollars(remainingOf(entry))} remains until the goal.
      {entry.closesAt !== entry.tournament.endDate && (
        <>
          <FundingClock closesAt={entry.closesAt} />
          <DateTime iso={entry.closesAt} />
        </>
      )}
    </Muted>
  </>
)

const Complete = () => (
  <Panel title="Funding Complete!">
    <Stack>
      <div>
        <Badge tone="completed">Fully Funded!</Badge>
      </div>
      <Muted breakable>This boat has reached its funding goal. The tournament is underway!</Muted>
    </Stack>
  </Panel>
)

interface ClosedProps {
  entry: EntryWithTournament
  title?: string
  reason: string
}

const Closed = ({ entry, title = 'Funding is closed', reason }: ClosedProps) => (
  <Panel title={title} description={<Muted breakable>{reason}</Muted>}>
    <div>
      <LinkButton href={paths.tournament(entry.tournament.id)} variant="secondary">
        See the tournament
      </LinkButton>
    </div>
  </Panel>
)
