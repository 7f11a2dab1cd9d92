import type { Env } from '#server/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { stripeProvider } from './stripe.ts'
import { testModeProvider } from './test-mode.ts'

/** Stripe if its keys are set, else test payments. A failing provider is never replaced by test payments. */
export const makePaymentProvider = ({ stripe }: Env): PaymentProvider =>
  stripe === null ? testModeProvider : stripeProvider(stripe)
