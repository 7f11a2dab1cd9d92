import { isIntentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { IntentState } from '#contract/money/funding.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink } from '#server/http/paging.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { netCents, payoutStatus, payoutsOfFundings, shareDueAt } from '#server/money/payouts/index.ts'
import { amountIssues } from './check-amount.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { fundingCsv } from './funding.csv.ts'
import { presentFunding, presentMine, presentTotals } from './funding.present.ts'
import {
  findShownOfMine,
  fundingIdOf,
  listMine,
  listMineBetween,
  listYearsOfMine,
  type MyFundingRow,
  noFunding,
  sumMine,
} from './funding-lists.queries.ts'
import { getIntentState } from './intent-state.ts'

export function fundingRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps
  const intents = new RateLimit(
    {
      name: 'payment intents',
      points: limits.fundingIntents,
      windowSeconds: limits.fundingIntentsMinutes * 60,
    },
    deps,
  )

  async function readIfEnded(row: MyFundingRow) {
    if (row.is_ruled !== 1 || row.settled_at !== null) return undefined
    const shares = await deps.sharesIfEnded.read({ ...row, id: row.tournament_id }, now())
    return shares?.ofFunding(row.backer_id, row.id)
  }

  async function withPayouts(rows: readonly MyFundingRow[]) {
    const payouts = await payoutsOfFundings(
      db,
      rows.map(({ id }) => id),
    )
    const { name: marina } = await deps.branding.read()
    const ifEnded = await Promise.all(rows.map(readIfEnded))
    return rows.map((row, index) => {
      const payout = payouts.get(row.id)
      const roundAt = row.is_ruled === 1 ? (payout?.round_at ?? null) : null
      const dueAt = roundAt === null ? null : shareDueAt(row, roundAt)
      const share = payout && {
        amount: formatCents(payout.shown_cents),
        status: payoutStatus(payout),
        ...(payout.due_cents > 0 && netCents(payout) > 0 && { due: formatCents(payout.due_cents) }),
        ...(payout.to_return_cents > 0 && { to_return: formatCents(payout.to_return_cents) }),
        ...(payout.in_review === 1 && { under_review: true as const }),
        ...(dueAt !== null && { due_at: iso(dueAt) }),
      }
      const if_ended = ifEnded[index]
      return { ...presentMine(row, { now, marina }), payout: share ?? null, ...(if_ended && { if_ended }) }
    })
  }

  return new EndpointApp()
    .endpoint(
      'POST /api/create-payment-intent',
      {
        limit,
        findIssues: (_c, { amount, tournamentEntryId }) => amountIssues(db, amount, tournamentEntryId),
      },
      async c => {
        const { amount, tournamentEntryId = null, message = null, terms = null } = c.req.valid('json')
        const { person: backer } = c.var
        await intents.take(backer.id)
        const intent = { backer, entry: tournamentEntryId, cents: amount, message, terms }
        return c.json({ clientSecret: await createPaymentIntent(deps, intent) })
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
      const { name: marina } = await deps.branding.read()
      const answer = presentFunding(funding, entry, { ...deps, marina })
      const location = { Location: `/api/funding/my/${answer.id}` }
      return c.json(answer, isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('GET /api/funding/my', async c => {
      const { limit: size = limits.listPage, cursor, stage } = c.req.valid('query')
      const list = { size: size + 1, after: decodePosition(cursor), stage, now: now() }
      const { page, next } = cutPage(await listMine(db, c.var.person.id, list), size, cursorOf)
      return jsonWithEtag(c, await withPayouts(page), nextLink(c, next))
    })
    .endpoint('GET /api/funding/my/totals', async c => {
      const { person } = c.var
      const sums = await sumMine(db, person.id, paymentModeOf(deps.env))
      return jsonWithEtag(c, presentTotals(sums, await listYearsOfMine(db, person.id)))
    })
    .endpoint('GET /api/funding/my/:id', async c => {
      const id = fundingIdOf(c.req.param('id'))
      const row = await findShownOfMine(db, c.var.person.id, id)
      const [funding] = await withPayouts(row ? [row] : [])
      if (!funding) throw noFunding()
      return jsonWithEtag(c, funding)
    })
    .endpoint('GET /api/funding/my.csv', async c => {
      const { year } = c.req.valid('query')
      const { person } = c.var
      const rows = await listMineBetween(db, person.id, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
      const fundings = await withPayouts(rows)
      return c.body(fundingCsv(fundings), 200, csvFile(`reelstake-funding-${year}`))
    })
    .endpoint('GET /api/funding/intent/:intentId', { limit }, async c => {
      const intentId = c.req.param('intentId')
      if (!isIntentId(intentId)) throw notFound('There is no such payment.')
      const state: IntentState = await getIntentState(deps, c.var.person.id, intentId)
      return c.json(state, 200, { 'Cache-Control': 'private, no-store' })
    })
}
