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
import { paths } from '#client/paths.ts'
import { palette } from '#client/ui/tokens.ts'
import type { CardFieldsProps } from './card-fields.tsx'
import { type Cashier, type Charge, Unready } from './checkout.ts'

/** Loads the provider's script from its own host, once a page; a failure may be tried again. */
let loading: Promise<Stripe | null> | null = null
function stripeOf(publishableKey: string): Promise<Stripe | null> {
  loading ??= loadStripe(publishableKey).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The provider's frame knows none of our styles. */
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

const isDark = (theme: 'light' | 'dark' | null) =>
  (document.documentElement.dataset.theme ?? theme ?? '') === 'dark' ||
  (document.documentElement.dataset.theme === undefined &&
    theme === null &&
    matchMedia('(prefers-color-scheme: dark)').matches)

export interface CardPaymentProps extends CardFieldsProps {
  onFailure(): void
}

export function CardPayment({ cents, entryId, onCashier, onFailure }: CardPaymentProps) {
  const { stripePublishableKey, theme } = useBoot()
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    let stillHere = true
    if (stripePublishableKey !== null)
      stripeOf(stripePublishableKey).then(
        loaded => stillHere && setStripe(loaded),
        () => stillHere && fail(),
      )
    return () => {
      stillHere = false
    }
  }, [stripePublishableKey])
  const [appearance] = useState(() => appearanceOf(isDark(theme)))
  const options = useMemo(
    (): StripeElementsOptionsMode => ({
      mode: 'payment',
      currency: 'usd',
      amount: cents,
      // As the server makes the intent: what is confirmed later than at once has no place here.
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [cents, appearance],
  )
  return (
    <Elements stripe={stripe} options={options}>
      <Till entryId={entryId} onCashier={onCashier} onFailure={onFailure} />
    </Elements>
  )
}

function Till({ entryId, onCashier, onFailure }: Omit<CardPaymentProps, 'cents'>) {
  const stripe = useStripe()
  const elements = useElements()
  const hand = useEffectEvent(onCashier)
  useEffect(() => {
    hand(stripe && elements ? cashierOf(stripe, elements, entryId) : null)
    return () => hand(null)
  }, [stripe, elements, entryId])
  return <PaymentElement onLoadError={onFailure} />
}

function cashierOf(stripe: Stripe, elements: StripeElements, entryId: string): Cashier {
  return {
    async prepare() {
      const { error } = await elements.submit()
      if (error) throw new Unready(error.message)
    },
    async charge(clientSecret) {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: location.origin + paths.fundingReturn(entryId) },
        redirect: 'if_required',
      })
      if (error) return chargeOf(error)
      return { result: paymentIntent.status === 'succeeded' ? 'paid' : 'unknown' }
    },
  }
}

/** A bank that says no is certain; a network that fails says nothing of the money. */
function chargeOf(error: StripeError): Charge {
  if (error.payment_intent?.status === 'succeeded') return { result: 'paid' }
  if (error.type === 'card_error' || error.type === 'validation_error')
    return { result: 'declined', message: error.message ?? 'Your card was declined. Please try another one.' }
  return { result: 'unknown' }
}
