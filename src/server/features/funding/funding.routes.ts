import { fieldTexts } from '#contract/field-texts.ts'
import type { IntentState } from '#contract/funding.ts'
import { type FundingId, isId, isIntentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { payoutStatus, payoutsOfBacker } from '#server/features/payouts/index.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { nextLink } from '#server/http/paging.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { amountIssues } from './check-amount.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { fundingCsv } from './funding.csv.ts'
import { presentFunding, presentMine } from './funding.present.ts'
import { listMine, type MyFundingRow } from './funding-lists.queries.ts'
import { getIntentState } from './intent-state.ts'

export function fundingRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps
  const intents = new RateLimit(
    { points: limits.fundingIntents, windowSeconds: limits.fundingIntentsMinutes * 60 },
    deps.env.rateLimit,
    now,
  )

  async function withPayouts(person: Person, rows: readonly MyFundingRow[]) {
    const payouts = await payoutsOfBacker(db, person.id)
    return rows.map(row => {
      const payout = payouts.get(row.id)
      const shown = payout && { amount: formatCents(payout.amount_cents), status: payoutStatus(payout) }
      return { ...presentMine(row, now()), payout: shown ?? null }
    })
  }

  return new EndpointApp()
    .endpoint(
      'POST /api/create-payment-intent',
      { limit, stored: (_c, { amount, tournamentEntryId }) => amountIssues(db, amount, tournamentEntryId) },
      async c => {
        const { amount, tournamentEntryId = null, message = null } = c.req.valid('json')
        const { person: backer } = c.var
        intents.take(backer.id)
        const wanted = { backer, entry: tournamentEntryId, cents: amount, message }
        return c.json({ clientSecret: await createPaymentIntent(deps, wanted) })
      },
    )
    .endpoint('POST /api/funding', { limit }, async c => {
      const { tournamentEntryId, amount, stripePaymentIntentId, message = null } = c.req.valid('json')
      const { funding, entry, isNew } = await confirmPayment(deps, {
        backer: c.var.person.id,
        entry: tournamentEntryId,
        cents: amount,
        intentId: stripePaymentIntentId,
        message,
      })
      return c.json(presentFunding(funding, entry, now()), isNew ? 201 : 200)
    })
    .endpoint('GET /api/funding/my', async c => {
      const { limit: size, cursor } = c.req.valid('query')
      const { person } = c.var
      const after = cursor === undefined ? undefined : asCursor(cursor)
      const rows = await listMine(db, person.id, { limit: size, after })
      const last = size !== undefined && rows.length === size ? rows.at(-1) : undefined
      return jsonWithEtag(c, await withPayouts(person, rows), last && nextLink(c, last.id))
    })
    .endpoint('GET /api/funding/my.csv', async c => {
      const { year } = c.req.valid('query')
      const { person } = c.var
      const between = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)] as const
      const fundings = await withPayouts(person, await listMine(db, person.id, { between }))
      return c.body(fundingCsv(fundings), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="reelstake-funding-${year}.csv"`,
        'Cache-Control': 'private, no-store',
      })
    })
    .endpoint('GET /api/funding/intent/:intentId', { limit }, async c => {
      const intentId = c.req.param('intentId')
      if (!isIntentId(intentId)) throw notFound('There is no such payment.')
      const state: IntentState = await getIntentState(deps, c.var.person.id, intentId)
      return c.json(state, 200, { 'Cache-Control': 'private, no-store' })
    })
}

/** @throws ApiError 400 */
export function asCursor(cursor: string): FundingId {
  if (!isId<'funding'>(cursor)) throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
  return cursor
}
