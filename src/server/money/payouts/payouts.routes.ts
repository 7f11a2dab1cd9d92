import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import { getTournament, noTournament } from '#server/tournaments/tournaments/index.ts'
import { paidMailKind, paidMailSubject } from './payout-mails.rules.ts'
import { listBackersOfPayouts, sumByEntry } from './payout-sums.queries.ts'
import { payoutsCsv } from './payouts.csv.ts'
import { presentBacker, presentPayout, presentTotals } from './payouts.present.ts'
import {
  getPayout,
  listAllPayouts,
  listPayouts,
  markPaid,
  noPayout,
  type PayoutInContext,
  undoPaid,
} from './payouts.queries.ts'
import { canSettle, payoutStatus } from './payouts.rules.ts'

/** @returns false: a repeated request @throws ApiError 409 when it can't be paid */
function isOwed(payout: PayoutInContext, reference: string | null): boolean {
  switch (payoutStatus(payout)) {
    case 'none':
      throw conflict('There is nothing to pay for this share.')
    case 'frozen':
      throw conflict('The payment behind this share is disputed or was refunded, so the share can’t be paid.')
    case 'paid':
      // Another reference would be a second payment.
      if (reference === null || reference === payout.reference) return false
      throw conflict(
        payout.reference === null
          ? 'This share is marked as paid already.'
          : `This share is marked as paid already, with the reference ${payout.reference}.`,
      )
    case 'owed':
      return true
  }
}

/** What is owed to whom, and what is paid. Mounted at /api. */
export function payoutRoutes({ db, now, limitWrites: limit }: Deps) {
  /** @throws ApiError 403, 404 */
  async function ownPayout(trx: Trx, id: string | undefined, person: Person) {
    const payout = await getPayout(trx, paramId<'payout'>(id, noPayout().message))
    const tournament = await getTournament(trx, payout.tournament_id)
    if (!canSettle(person, tournament)) throw forbidden('Only the organiser can mark payouts.')
    return payout
  }

  /** Marks shares as paid, all or none, and mails each backer once. @throws ApiError 409 */
  async function pay(
    trx: Trx,
    person: Person,
    payouts: readonly PayoutInContext[],
    reference: string | null,
  ): Promise<void> {
    const at = now()
    for (const payout of payouts.filter(each => isOwed(each, reference))) {
      await markPaid(trx, payout, { by: person.id, reference, now: at })
      // Once a day, however often it is taken back.
      if (payout.undone_at === null || at - payout.undone_at > day) {
        const { tournament_id: tournament, backer_id: backer } = payout
        await enqueue(trx, paidMailKind, paidMailSubject(tournament, backer, at), at)
        await record(trx, { kind: 'share-paid', at, by: person.id, tournament, backer })
      }
    }
  }

  /** @throws ApiError 403, 404 */
  async function ownTournament(id: string | undefined, person: Person): Promise<TournamentId> {
    const tournament = await getTournament(db, paramId<'tournament'>(id, noTournament().message))
    if (!canSettle(person, tournament)) throw forbidden('Only the organiser can see the payouts.')
    return tournament.id
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/payouts', async c => {
      const { limit: size = limits.listPage, cursor, status, q, backer } = c.req.valid('query')
      const id = await ownTournament(c.req.param('id'), c.var.person)
      const after = decodeId<'payout'>(cursor)
      const rows = await listPayouts(db, id, { size: size + 1, after, status, typed: q?.trim(), backer })
      const { page, next } = cutPage(rows, size, payout => payout.id)
      return jsonWithEtag(c, page.map(presentPayout), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/payouts/totals', async c => {
      const id = await ownTournament(c.req.param('id'), c.var.person)
      return jsonWithEtag(c, presentTotals(await sumByEntry(db, id)))
    })
    .endpoint('GET /api/tournaments/:id/payouts.csv', async c => {
      const id = await ownTournament(c.req.param('id'), c.var.person)
      const rows = await listAllPayouts(db, id)
      return c.body(payoutsCsv(rows.map(presentPayout)), 200, csvFile(`payouts-${id}`))
    })
    .endpoint('GET /api/tournaments/:id/payouts/backers', async c => {
      const { limit: size = limits.listPage, cursor, status, q, backer } = c.req.valid('query')
      const id = await ownTournament(c.req.param('id'), c.var.person)
      const after = decodeId<'payout'>(cursor)
      const list = { size: size + 1, after, status, typed: q?.trim(), backer }
      const { page, next } = cutPage(await listBackersOfPayouts(db, id, list), size, ({ first }) => first)
      return jsonWithEtag(c, page.map(presentBacker), nextLink(c, next))
    })
    .endpoint('POST /api/payouts/:id/paid', { limit }, async c => {
      const { reference = null } = c.req.valid('json')
      const row = await inTransaction(db, async trx => {
        const payout = await ownPayout(trx, c.req.param('id'), c.var.person)
        await pay(trx, c.var.person, [payout], reference)
        return getPayout(trx, payout.id)
      })
      return c.json(presentPayout(row))
    })
    .endpoint('POST /api/tournaments/:id/payouts/paid', { limit }, async c => {
      const { payouts: ids, reference = null } = c.req.valid('json')
      const tournament = await ownTournament(c.req.param('id'), c.var.person)
      const rows = await inTransaction(db, async trx => {
        const payouts: PayoutInContext[] = []
        for (const id of new Set(ids)) {
          const payout = await getPayout(trx, paramId<'payout'>(id, noPayout().message))
          if (payout.tournament_id !== tournament) throw noPayout()
          payouts.push(payout)
        }
        await pay(trx, c.var.person, payouts, reference)
        return Promise.all(payouts.map(({ id }) => getPayout(trx, id)))
      })
      return c.json(rows.map(presentPayout))
    })
    .endpoint('DELETE /api/payouts/:id/paid', { limit }, async c => {
      const { reason = null } = c.req.valid('json')
      const row = await inTransaction(db, async trx => {
        const payout = await ownPayout(trx, c.req.param('id'), c.var.person)
        if (payout.paid_at === null) return payout
        await undoPaid(trx, payout, reason, now())
        return getPayout(trx, payout.id)
      })
      return c.json(presentPayout(row))
    })
}
