import { limits } from '#contract/limits.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'
import { nullIfRefused } from '#server/http/errors.ts'
import { AddressRefused } from '#server/http/public-fetch.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { type JobKind, NotDue } from '#server/queue/queue.ts'
import { type Due, findDue, findOrganiser, recordAttempt, webhookJob } from './deliveries.queries.ts'
import { turnOff } from './webhooks.queries.ts'
import { type Attempt, backoff, problemOf, signedHeaders } from './webhooks.rules.ts'
import type { WebhookRow } from './webhooks.table.ts'

/** Milliseconds. */
const answerTimeout = 5000
/** Milliseconds after which another webhook has its turn. */
const turn = 10_000

function failureText(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (error instanceof Error && error.name === 'TimeoutError')
    return `The server didn’t answer within ${answerTimeout / 1000} seconds.`
  const code = codeOf(error)
  return `The connection failed${code === '' ? '' : ` (${code})`}.`
}

/** Sends what waits on one webhook, one at a time. */
export function webhookJobKind(deps: Deps): JobKind {
  const { db, env, keys, log, now, monotonicNow, publicFetch } = deps

  async function attempt({ webhook, delivery }: Due, signal: AbortSignal): Promise<Attempt> {
    const at = now()
    const start = monotonicNow()
    const attemptWith = (rest: Pick<Attempt, 'status' | 'answer' | 'problem'>): Attempt => ({
      at,
      milliseconds: Math.round(monotonicNow() - start),
      ...rest,
    })
    try {
      const { status, text } = await publicFetch.send(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Reelstake-Webhooks',
          ...signedHeaders(keys, webhook, delivery, at),
        },
        body: delivery.body,
        signal,
        timeout: answerTimeout,
      })
      const answer = text.slice(0, limits.webhookAnswerMax).toWellFormed()
      return attemptWith({ status, answer, problem: problemOf(status) })
    } catch (error) {
      if (signal.aborted) throw error
      return attemptWith({ status: null, answer: null, problem: failureText(error) })
    }
  }

  async function mailOrganiser(trx: Trx, { tournament_id: id, url }: WebhookRow, reason: string) {
    const organiser = await findOrganiser(trx, id)
    if (!organiser?.email) return
    // Where too many mails wait, the Manage page alone says it.
    await queueMail(
      trx,
      {
        to: organiser.email,
        subject: 'A webhook was turned off',
        text: `The webhook ${new URL(url).host} gets no more events.\n\n${reason}\n\nTurn it on again when its server works: ${siteUrl(env)}/tournament/${id}/manage`,
      },
      now(),
    ).catch(nullIfRefused)
  }

  return {
    kind: webhookJob,
    atOnce: 8,
    retryAfter: backoff,
    async run({ subject, signal }) {
      const ends = monotonicNow() + turn
      for (;;) {
        const due = await findDue(db, subject)
        if (due === null) return
        const { webhook } = due
        if ((await findOrganiser(db, webhook.tournament_id)) === undefined) {
          await inTransaction(db, trx =>
            turnOff(trx, webhook.id, 'Turned off: the organiser’s account is closed.', now()),
          )
          return
        }
        const result = await attempt(due, signal)
        const { hasMore, retryAt, offReason } = await inTransaction(db, async trx => {
          const outcome = await recordAttempt(trx, due, result)
          if (outcome.offReason !== null) await mailOrganiser(trx, webhook, outcome.offReason)
          return outcome
        })
        if (offReason !== null) log.info('webhook turned off', { webhook: webhook.id, reason: offReason })
        if (!hasMore) return
        if (retryAt !== null) throw new NotDue(retryAt)
        if (monotonicNow() > ends) throw new NotDue(now())
      }
    },
  }
}
