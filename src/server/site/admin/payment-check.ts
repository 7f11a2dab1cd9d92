import type { PaymentCheck } from '#contract/site/admin.ts'
import type { Deps } from '#server/deps.ts'
import { printable } from '#server/env-values.ts'
import { conflict } from '#server/http/errors.ts'
import { ProviderUnreachable } from '#server/money/payments/payment-provider.ts'

/** The provider quotes keys, in part. */
const withoutKeys = (message: string) => message.replaceAll(/\S+/g, word => printable('', word))

/** Lists payments, which takes the secret key and changes nothing. @throws ApiError 409 */
export async function checkPaymentKeys({
  env,
  payments,
  now,
}: Pick<Deps, 'env' | 'payments' | 'now'>): Promise<PaymentCheck> {
  if (env.payments === null) throw conflict('Test payments need no keys.')
  const { name: provider, mode } = env.payments
  try {
    await payments.listPayments(now(), null)
    return { provider, mode }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    throw conflict(`${provider} doesn’t accept the keys, or doesn’t answer: ${withoutKeys(error.message)}`)
  }
}
