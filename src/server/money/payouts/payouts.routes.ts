import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { dollars } from '#contract/money.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { listRounds } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { getOwnTournament, getTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { payShares } from './pay-shares.ts'
import { listBackersOfPayouts, sumByEntry } from './payout-sums.queries.ts'
import { payoutsCsv } from './payouts.csv.ts'
import { presentBacker, presentPayout, presentTotals } from './payouts.present.ts'
import {
  getPayout,
  listAllPayouts,
  listPayouts,
  noPayout,
  type PayoutInContext,
  payoutIdOf,
} from './payouts.queries.ts'
import { shareDueAt } from './payouts.rules.ts'
import { endOverpayment, type ReturnKind, undoPaid } from './share-payments.queries.ts'

/** Shares by person, owed and paid. Mounted at /api. */
export function payoutRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 403, 404 */
  async function ownPayout(trx: Trx, id: string | undefined, person: Person) {
    const payout = await getPayout(trx, payoutIdOf(id))
    await getOwnTournament(trx, payout.tournament_id, person, 'Only the organiser can mark payouts.')
    return payout
  }

  /** @param cents that were paid too much @param seen as to be returned @throws ApiError 400, 409 */
  function checkReturn(payout: PayoutInContext, cents: number, seen: number | undefined): void {
    const { to_return_cents: most } = payout
    if (seen !== undefined && seen !== most) throw conflict(payoutTexts.returnOutdated)
    if (most === 0) throw conflict('There is nothing to return for this share.')
    if (cents > most)
      throw invalid([{ path: 'amount', message: `At most ${dollars(most)} is to be returned` }])
  }

  /** @param seen as to be returned @throws ApiError 400, 403, 404, 409 */
  async function endOverpaid(
    id: string | undefined,
    person: Person,
    {
      kind,
      cents,
      seen,
      note,
    }: { kind: ReturnKind; cents: number; seen: number | undefined; note: string | null },
  ) {
    const row = await inTransaction(db, async trx => {
      const payout = await ownPayout(trx, id, person)
      checkReturn(payout, cents, seen)
      await endOverpayment(trx, payout, { kind, cents, note, now: now() })
      await countCreated(trx, deps, { person: person.id }, 'rulings')
      await record(trx, {
        kind: kind === 'returned' ? 'share-returned' : 'share-waived',
        at: now(),
        by: person.id,
        tournament: payout.tournament_id,
        role: 'organiser',
        payout: payout.id,
        cents,
        text: [`${payout.name}: ${dollars(cents)}`, note].filter(Boolean).join('. '),
      })
      return getPayout(trx, payout.id)
    })
    return presentPayout(row)
  }

  /** @throws ApiError 403, 404 */
  async function ownTournament(trx: Db, id: string | undefined, person: Person): Promise<TournamentId> {
    const refusal = 'Only the organiser can see the payouts.'
    return (await getOwnTournament(trx, tournamentIdOf(id), person, refusal)).id
  }

  /** Returns the promised date of the first owed share in milliseconds since 1970, or null without one. */
  async function firstDueAt(
    id: TournamentId,
    entries: Awaited<ReturnType<typeof sumByEntry>>,
  ): Promise<number | null> {
    const roundNumbers = entries.flatMap(({ owed_since: round }) => round ?? [])
    if (roundNumbers.length === 0) return null
    const rounds = (await findRules(db, id)) === null ? [] : await listRounds(db, id)
    const round = rounds.find(({ number }) => number === Math.min(...roundNumbers))
    return shareDueAt(await getTournament(db, id), round?.confirmedAt ?? null)
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/payouts', async c => {
      const { limit: size = limits.listPage, cursor, status, q, backer } = c.req.valid('query')
      const id = await ownTournament(db, c.req.param('id'), c.var.person)
      const after = decodeId<'payout'>(cursor)
      const rows = await listPayouts(db, id, { size: size + 1, after, status, search: q?.trim(), backer })
      const { page, next } = cutPage(rows, size, payout => payout.id)
      return jsonWithEtag(c, page.map(presentPayout), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/payouts/totals', async c => {
      const id = await ownTournament(db, c.req.param('id'), c.var.person)
      const entries = await sumByEntry(db, id)
      return jsonWithEtag(c, presentTotals(entries, await firstDueAt(id, entries)))
    })
    .endpoint('GET /api/tournaments/:id/payouts.csv', async c => {
      const id = await ownTournament(db, c.req.param('id'), c.var.person)
      const rows = await listAllPayouts(db, id)
      return c.body(payoutsCsv(rows.map(presentPayout)), 200, csvFile(`payouts-${id}`))
    })
    .endpoint('GET /api/tournaments/:id/payouts/backers', async c => {
      const { limit: size = limits.listPage, cursor, status, q, backer } = c.req.valid('query')
      const id = await ownTournament(db, c.req.param('id'), c.var.person)
      const after = decodeId<'payout'>(cursor)
      const list = { size: size + 1, after, status, search: q?.trim(), backer }
      const { page, next } = cutPage(await listBackersOfPayouts(db, id, list), size, ({ first }) => first)
      return jsonWithEtag(c, page.map(presentBacker), nextLink(c, next))
    })
    .endpoint('POST /api/payouts/:id/paid', { limit }, async c => {
      const { reference = null, due } = c.req.valid('json')
      const row = await inTransaction(db, async trx => {
        const payout = await ownPayout(trx, c.req.param('id'), c.var.person)
        await payShares(trx, [payout], {
          person: c.var.person,
          at: now(),
          referenceOf: () => reference,
          seenCentsOf: () => due,
        })
        return getPayout(trx, payout.id)
      })
      return c.json(presentPayout(row))
    })
    .endpoint('POST /api/tournaments/:id/payouts/paid', { limit }, async c => {
      const { payouts: ids, reference = null, due } = c.req.valid('json')
      const rows = await inTransaction(db, async trx => {
        const tournament = await ownTournament(trx, c.req.param('id'), c.var.person)
        const payouts: PayoutInContext[] = []
        for (const id of new Set(ids)) {
          const payout = await getPayout(trx, payoutIdOf(id))
          if (payout.tournament_id !== tournament) throw noPayout()
          payouts.push(payout)
        }
        await payShares(trx, payouts, {
          person: c.var.person,
          at: now(),
          referenceOf: () => reference,
          seenCentsOf: ({ id }) => due && (due[ids.indexOf(id)] ?? 0),
        })
        return Promise.all(payouts.map(({ id }) => getPayout(trx, id)))
      })
      return c.json(rows.map(presentPayout))
    })
    .endpoint('POST /api/payouts/:id/returned', { limit }, async c => {
      const { amount: cents, toReturn: seen, reference: note = null } = c.req.valid('json')
      const overpayment = { kind: 'returned', cents, seen, note } as const
      return c.json(await endOverpaid(c.req.param('id'), c.var.person, overpayment))
    })
    .endpoint('POST /api/payouts/:id/waived', { limit }, async c => {
      const { amount: cents, toReturn: seen, reason: note } = c.req.valid('json')
      const overpayment = { kind: 'waived', cents, seen, note } as const
      return c.json(await endOverpaid(c.req.param('id'), c.var.person, overpayment))
    })
    .endpoint('DELETE /api/payouts/:id/paid', { limit }, async c => {
      const { reason = null, paidAt = null } = c.req.valid('json')
      const row = await inTransaction(db, async trx => {
        const payout = await ownPayout(trx, c.req.param('id'), c.var.person)
        if (payout.paid_at === null || (paidAt !== null && paidAt !== payout.paid_at)) return payout
        // Each marking and its end stay in the ledger.
        await countCreated(trx, deps, { person: c.var.person.id }, 'rulings')
        await undoPaid(trx, payout, reason, now())
        return getPayout(trx, payout.id)
      })
      return c.json(presentPayout(row))
    })
}
