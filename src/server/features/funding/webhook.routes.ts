import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, notFound } from '#server/http/errors.ts'
import { BadSignature, type PaymentEvent, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { saveWebhookTime } from './webhook-events.queries.ts'
import { handleEvent } from './webhook-handler.ts'

/** Mounted at /api. */
export function providerWebhookRoutes(deps: Deps) {
  const { db, now, payments } = deps

  async function read(body: string, headers: Headers): Promise<PaymentEvent> {
    try {
      return await payments.readEvent(body, headers, now())
    } catch (cause) {
      if (!(cause instanceof BadSignature)) throw cause
      throw new ApiError('invalid', 'This message is not signed by the payment provider.', { cause })
    }
  }

  return new EndpointApp().endpoint('POST /api/stripe/webhook', async c => {
    if (payments.mode === 'test') throw notFound('Payments are test payments here.')
    // The signature covers the exact bytes.
    const event = await read(await c.req.text(), c.req.raw.headers)
    await inTransaction(db, trx => saveWebhookTime(trx, payments.mode, now()))
    try {
      await handleEvent(deps, event)
    } catch (cause) {
      if (!(cause instanceof ProviderUnreachable)) throw cause
      throw new ApiError('unavailable', texts.unreachable, { cause })
    }
    return c.json({ received: true })
  })
}
