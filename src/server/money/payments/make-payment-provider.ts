import type { Source } from '#server/env-values.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { PaymentConfig, PaymentProvider } from './payment-provider.ts'
import { stripeConfig } from './stripe-config.ts'
import { testModeProvider } from './test-mode.ts'

const providers = [{ keyVariable: 'STRIPE_SECRET_KEY', read: stripeConfig }]

/** The variable that turns a provider on. */
export const keyVariables = providers.map(({ keyVariable }) => keyVariable).join(' or ')

/** Returns the provider's settings, or null for test payments. @throws OperatorError */
export function paymentConfig(source: Source): PaymentConfig | null {
  const [config = null, other] = providers.flatMap(({ read }) => read(source) ?? [])
  if (config && other)
    throw new OperatorError(
      `Variables of ${config.name} and ${other.name} are set, but one provider takes payments.`,
    )
  return config
}

export const makePaymentProvider = ({ payments }: { payments: PaymentConfig | null }): PaymentProvider =>
  payments?.makeProvider() ?? testModeProvider
