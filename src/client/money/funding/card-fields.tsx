import { useRef, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'
import type { PaymentFieldsProps } from './checkout.ts'
import { Notice } from './notice.tsx'
import { paymentFieldsOf } from './payment-forms.ts'

// The loaded fields' height: prevents layout shift.
const frame = css({ display: 'grid', minHeight: '64', alignContent: 'start', gap: '3' })

/** Card fields in the provider's frame: this site never sees card numbers. */
export function CardFields(props: Omit<PaymentFieldsProps, 'onFailure'>) {
  const { paymentForm } = useBoot()
  const isHydrated = useHydrated()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const fail = useRef(() => setFailed(true))
  const Fields = paymentFieldsOf(paymentForm?.form ?? '').usePart(isHydrated && !hasFailed, fail.current)
  return (
    <div className={frame}>
      <Text as="span" look="label">
        Card
      </Text>
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
      ) : Fields ? (
        <Fields key={attempt} {...props} onFailure={fail.current} />
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
