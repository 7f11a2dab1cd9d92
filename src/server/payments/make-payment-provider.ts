import type { Env } from '#server/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { stripeProvider } from './stripe.ts'
import { testModeProvider } from './test-mode.ts'

/** Test payments are used only without Stripe keys. */
export const makePaymentProvider = ({ stripe }: Env): PaymentProvider =>
  stripe === null ? testModeProvider : stripeProvider(stripe)
