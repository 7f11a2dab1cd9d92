import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { currentTheme } from '#client/lib/theme.ts'
import { paths } from '#client/paths.ts'
import { palette } from '#client/ui/tokens.ts'
import { type ChargeResult, IncompleteForm, type PaymentFieldsProps, type PaymentForm } from './checkout.ts'

let loading: Promise<Stripe | null> | null = null
function stripeOf(publicKey: string): Promise<Stripe | null> {
  loading ??= loadStripe(publicKey).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function appearanceOf(dark: boolean): Appearance {
  const shade = dark ? 1 : 0
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: palette.sea[shade],
      colorBackground: palette.surface[shade],
      colorText: palette.ink[shade],
      colorTextSecondary: palette.inkMuted[shade],
      colorDanger: palette.danger[shade],
      borderRadius: '6px',
      fontSizeBase: '16px',
    },
  }
}

function isDark(): boolean {
  const theme = currentTheme()
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function StripeForm({ cents, entryId, onPaymentForm, onFailure }: PaymentFieldsProps) {
  const publicKey = useBoot().paymentForm?.publicKey ?? null
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    let stillHere = true
    if (publicKey !== null)
      stripeOf(publicKey).then(
        instance => stillHere && setStripe(instance),
        () => stillHere && fail(),
      )
    return () => {
      stillHere = false
    }
  }, [publicKey])
  const [appearance] = useState(() => appearanceOf(isDark()))
  const options = useMemo(
    (): StripeElementsOptionsMode => ({
      mode: 'payment',
      currency: 'usd',
      amount: cents,
      // The server's intent has the same types.
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [cents, appearance],
  )
  return (
    <Elements stripe={stripe} options={options}>
      <StripeFields entryId={entryId} onPaymentForm={onPaymentForm} onFailure={onFailure} />
    </Elements>
  )
}

function StripeFields({ entryId, onPaymentForm, onFailure }: Omit<PaymentFieldsProps, 'cents'>) {
  const stripe = useStripe()
  const elements = useElements()
  const report = useEffectEvent(onPaymentForm)
  useEffect(() => {
    report(stripe && elements ? stripePaymentForm(stripe, elements, entryId) : null)
    return () => report(null)
  }, [stripe, elements, entryId])
  return <PaymentElement onLoadError={onFailure} />
}

function stripePaymentForm(stripe: Stripe, elements: StripeElements, entryId: string): PaymentForm {
  return {
    async prepare() {
      const { error } = await elements.submit()
      if (error) throw new IncompleteForm(error.message)
    },
    async charge(clientSecret) {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: location.origin + paths.fundingReturn(entryId) },
        redirect: 'if_required',
      })
      if (error) return chargeResultOf(error)
      return { result: paymentIntent.status === 'succeeded' ? 'paid' : 'unknown' }
    },
  }
}

/** Only card errors are certain: after a network error the card may be charged. */
function chargeResultOf(error: StripeError): ChargeResult {
  if (error.payment_intent?.status === 'succeeded') return { result: 'paid' }
  if (error.type === 'card_error' || error.type === 'validation_error')
    return { result: 'declined', message: error.message ?? 'Your card was declined. Please try another one.' }
  return { result: 'unknown' }
}
