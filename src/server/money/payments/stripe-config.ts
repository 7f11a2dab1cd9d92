import { read, refuse, type Source, url } from '#server/env-values.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { PaymentConfig } from './payment-provider.ts'
import { stripeProvider } from './stripe.ts'

/** Returns Stripe's settings, or null if STRIPE_SECRET_KEY is unset. @throws OperatorError */
export function stripeConfig(source: Source): PaymentConfig | null {
  const secretKey = read(source, 'STRIPE_SECRET_KEY')
  const publishableKey = read(source, 'STRIPE_PUBLISHABLE_KEY')
  const webhookSecret = read(source, 'STRIPE_WEBHOOK_SECRET')
  const apiBase = url(source, 'STRIPE_API_BASE', ['http:', 'https:'])
  if (secretKey === null) {
    if (publishableKey !== null || webhookSecret !== null)
      throw new OperatorError(
        'STRIPE_SECRET_KEY is missing, but takes a key starting with sk_ or rk_ because another STRIPE_ variable is set.',
      )
    return null
  }
  const mode = modeOfKey(secretKey, ['sk', 'rk'])
  if (mode === null)
    refuse('STRIPE_SECRET_KEY', '(hidden)', 'a key starting with sk_test_, rk_test_, sk_live_ or rk_live_')
  if (publishableKey === null)
    throw new OperatorError(
      'STRIPE_PUBLISHABLE_KEY is missing, but takes a key starting with pk_ because STRIPE_SECRET_KEY is set.',
    )
  const publishableMode = modeOfKey(publishableKey, ['pk'])
  if (publishableMode === null)
    refuse('STRIPE_PUBLISHABLE_KEY', '(hidden)', 'a key starting with pk_test_ or pk_live_')
  if (publishableMode !== mode)
    throw new OperatorError(
      `STRIPE_PUBLISHABLE_KEY is a ${publishableMode} key, but takes a ${mode} key because STRIPE_SECRET_KEY is one. Take both from the same mode of Stripe's dashboard.`,
    )
  if (webhookSecret === null)
    throw new OperatorError(
      'STRIPE_WEBHOOK_SECRET is missing, but takes a secret starting with whsec_ because STRIPE_SECRET_KEY is set.',
    )
  if (!/^whsec_\S+$/.test(webhookSecret))
    refuse('STRIPE_WEBHOOK_SECRET', '(hidden)', 'a secret starting with whsec_')
  const config = { mode, secretKey, publishableKey, webhookSecret, apiBase: apiBase?.href ?? null }
  const webhookSecretVariable = 'STRIPE_WEBHOOK_SECRET'
  return { name: 'Stripe', mode, webhookSecretVariable, makeProvider: () => stripeProvider(config) }
}

/** Returns the mode of a Stripe key, or null for other text. `sk_test_…` belongs to the sandbox. */
function modeOfKey(key: string, kinds: readonly string[]): 'sandbox' | 'live' | null {
  const [, kind = '', part] = /^([a-z]+)_(test|live)_\S+$/.exec(key) ?? []
  if (!kinds.includes(kind)) return null
  return part === 'live' ? 'live' : 'sandbox'
}
