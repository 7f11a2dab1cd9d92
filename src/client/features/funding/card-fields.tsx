import { useRef, useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import { css } from '#styled/css/index.js'
import type { Cashier } from './checkout.ts'
import { Notice } from './notice.tsx'

/** The provider's packages: with live payments only, and never on the server. */
const provider = lazyPart(async () => (await import('./card-payment.tsx')).CardPayment)

// As high as the card's fields, so that nothing moves when they come.
const frame = css({ display: 'grid', minHeight: '64', alignContent: 'start', gap: '3' })
const legend = css({ textStyle: 'label' })

export interface CardFieldsProps {
  /** What the card will be charged. */
  cents: number
  entryId: string
  onCashier(cashier: Cashier | null): void
}

/** Number, expiry and code of a card, in a frame of the provider: this site never sees them. */
export function CardFields(props: CardFieldsProps) {
  const hydrated = useHydrated()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const fail = useRef(() => setFailed(true))
  const Part = provider.usePart(hydrated && !hasFailed, fail.current)
  return (
    <div className={frame}>
      <span className={legend}>Card</span>
      {hasFailed ? (
        <>
          <Notice title="The card fields could not be loaded">
            Nothing was charged. Check your connection and try again.
          </Notice>
          <Button
            variant="secondary"
            onClick={() => {
              setAttempt(attempt + 1)
              setFailed(false)
            }}
          >
            Try again
          </Button>
        </>
      ) : Part ? (
        <Part key={attempt} {...props} onFailure={fail.current} />
      ) : (
        <>
          <LoadingText />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </>
      )}
    </div>
  )
}
