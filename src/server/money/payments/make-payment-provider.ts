import type { Env } from '#server/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { testModeProvider } from './test-mode.ts'

export const makePaymentProvider = ({ payments }: Env): PaymentProvider =>
  payments?.makeProvider() ?? testModeProvider
