import type { Env } from '#server/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { stripeProvider } from './stripe.ts'
import { testModeProvider } from './test-mode.ts'

/** Without Stripe keys, test payments. */
export const makePaymentProvider = ({ stripe }: Env): PaymentProvider =>
  stripe === null ? testModeProvider : stripeProvider(stripe)
