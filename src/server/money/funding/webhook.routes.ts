import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, notFound } from '#server/http/errors.ts'
import {
  BadSignature,
  type PaymentEvent,
  ProviderUnreachable,
} from '#server/money/payments/payment-provider.ts'
import { saveRefusedWebhook, saveWebhookTime } from './webhook-events.queries.ts'
import { handleEvent } from './webhook-handler.ts'

const recordEveryMs = 60_000

/** Mounted at /api. */
export function providerWebhookRoutes(deps: Deps) {
  const { db, log, metrics, monotonicNow, now, payments } = deps
  let recordedAt = Number.NEGATIVE_INFINITY

  /** Anyone can send messages: at most one a minute is recorded. */
  async function recordRefused(reason: string): Promise<void> {
    metrics.refusedWebhook()
    if (monotonicNow() < recordedAt + recordEveryMs) return
    recordedAt = monotonicNow()
    log.warn(
      `Refused a webhook of the payment provider: ${reason}. If the provider sent it, correct ${deps.env.payments?.webhookSecretVariable}.`,
    )
    await inTransaction(db, trx => saveRefusedWebhook(trx, payments.mode, { refused_at: now(), reason }))
  }

  async function read(body: string, headers: Headers): Promise<PaymentEvent> {
    try {
      return await payments.readEvent(body, headers, now())
    } catch (cause) {
      if (!(cause instanceof BadSignature)) throw cause
      await recordRefused(cause.message)
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
