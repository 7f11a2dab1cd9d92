import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { intentQuery } from '#client/money/api/funding.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { isIntentId } from '#contract/ids.ts'
import type { IntentState } from '#contract/money/funding.ts'
import { Checking } from './checking.tsx'
import { PaymentModeNote } from './payment-mode-note.tsx'
import { type PushOffer, Receipt } from './receipt.tsx'
import { goneBackText } from './refund-words.tsx'
import { pendingStore } from './use-checkout.ts'

/** Milliseconds. */
const askAgainMs = 2000

interface PaymentReturnProps {
  entryId: string
  pushOffer: PushOffer
}

/** Page after the bank's redirect. The server decides the state, not the query string. */
export function PaymentReturn({ entryId, pushOffer }: PaymentReturnProps) {
  const { search } = useBoot()
  const { user } = useSession()
  const isHydrated = useHydrated()
  if (!isHydrated || user === null) return <Waiting />
  const urlIntentId = new URLSearchParams(search).get('payment_intent')
  const pendingPayment = pendingStore.list(user.id).findLast(pending => pending.entryId === entryId)
  const intentId = urlIntentId ?? pendingPayment?.intentId
  if (!isIntentId(intentId)) return <NothingPaid entryId={entryId} />
  return <Outcome intentId={intentId} entryId={entryId} pushOffer={pushOffer} />
}

function Outcome({ intentId, entryId, pushOffer }: PaymentReturnProps & { intentId: string }) {
  const { data, error, refetch } = useQuery({
    ...intentQuery(intentId),
    refetchInterval: ({ state }) => (hasOutcome(state.data) || isRefused(state.error) ? false : askAgainMs),
  })
  const isFinal = hasOutcome(data)
  useEffect(() => {
    if (isFinal) pendingStore.remove(intentId)
  }, [isFinal, intentId])
  if (data === undefined && error === null) return <Waiting />
  if (isRefused(error)) return <NothingPaid entryId={entryId} />
  if (data?.funding && data.state === 'recorded' && data.funding.refund === null)
    return (
      <>
        <PageHeader title="Your payment has arrived" />
        <Receipt funding={data.funding} fresh pushOffer={pushOffer} />
      </>
    )
  if (data && isFinal) return <NotRecorded state={data} entryId={data.entryId ?? entryId} />
  return (
    <Sheet title="Checking your payment">
      <Checking onCheck={() => void refetch()} />
    </Sheet>
  )
}

const hasOutcome = (data: IntentState | undefined): boolean => data !== undefined && data.state !== 'checking'

const isRefused = (error: Error | null) => error instanceof RequestError && error.status === 404

function NotRecorded({ state, entryId }: { state: IntentState; entryId: string }) {
  const refund = state.funding?.refund ?? null
  const goesBack = refund !== null || state.state === 'refunding'
  const title =
    refund?.status === 'done'
      ? 'Your payment went back to you'
      : goesBack
        ? 'Your payment is going back to you'
        : 'This boat is not funded yet'
  return (
    <Sheet title={title}>
      <p role="status">{refund === null ? state.message : goneBackText(refund)}</p>
      <Row>
        <LinkButton href={paths.funding(entryId)}>{goesBack ? 'See the boat' : 'Fund again'}</LinkButton>
        <LinkButton href={paths.myFunding()} variant="secondary">
          My Funding
        </LinkButton>
      </Row>
    </Sheet>
  )
}

const NothingPaid = ({ entryId }: { entryId: string }) => (
  <Sheet title="Payment not found">
    <p>This link doesn’t match any of your payments.</p>
    <Row>
      <LinkButton href={paths.funding(entryId)}>See the boat</LinkButton>
      <LinkButton href={paths.myFunding()} variant="secondary">
        My Funding
      </LinkButton>
    </Row>
  </Sheet>
)

const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHeader title={title} />
    <FormCard gap="4">
      <PaymentModeNote />
      {children}
    </FormCard>
  </>
)

const Waiting = () => (
  <>
    <PageHeader title="Checking your payment" />
    <LoadingText />
    <Skeleton shape="card" />
  </>
)
