import type { Issue } from '#contract/errors.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import type { Results } from '#contract/money/payouts.ts'
import { day } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden, invalid, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import {
  decideGoals,
  getTournament,
  isSettled,
  noTournament,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { paidMailKind, paidMailSubject } from './payout-mails.rules.ts'
import { payoutsCsv } from './payouts.csv.ts'
import {
  presentBacker,
  presentPayout,
  presentPreview,
  presentResult,
  presentStatement,
  presentTotals,
} from './payouts.present.ts'
import {
  findResult,
  findSettlement,
  getPayout,
  listAllPayouts,
  listBackersOfPayouts,
  listPayouts,
  listResults,
  listShares,
  markPaid,
  noPayout,
  type PayoutInContext,
  sumByEntry,
  undoPaid,
} from './payouts.queries.ts'
import { canSettle, payoutStatus, settlementClosed } from './payouts.rules.ts'
import { fingerprint, paymentsOpenUntil, proposeResults, storeResults } from './settlement.queries.ts'
import { statementCsv } from './statement.csv.ts'

interface Winning {
  entryId: EntryId
  amount: number
}

const conflict = (message: string) => new ApiError('conflict', message)
const hasEntryId = (line: unknown): line is { entryId: unknown } =>
  typeof line === 'object' && line !== null && 'entryId' in line

const unknownEntries = (winnings: readonly unknown[], known: ReadonlySet<unknown>): Issue[] =>
  winnings.flatMap((line, index) =>
    hasEntryId(line) && !known.has(line.entryId)
      ? [{ path: `winnings.${index}.entryId`, message: payoutTexts.entryUnknown }]
      : [],
  )

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
const tournamentIdOf = (id: string | undefined) => paramId<'tournament'>(id, noTournament().message)

export function payoutRoutes(deps: Deps) {
  const { db, now, limitWrites: limit, catalog } = deps

  /** @throws ApiError 400, 403, 404, 409 */
  async function propose(trx: Trx, id: TournamentId, person: Person, winnings: readonly Winning[]) {
    const tournament = await getTournament(trx, id)
    if (!canSettle(person, tournament)) throw forbidden('Only the organiser can enter results.')
    if (await isSettled(trx, id)) throw conflict(payoutTexts.alreadySettled)
    const closed = settlementClosed(tournament, now())
    if (closed !== null) throw conflict(closed)
    // The job may be late.
    await decideGoals(trx, { tournament: id }, now())
    const amounts = new Map(winnings.map(won => [won.entryId, won.amount]))
    const results = await proposeResults(trx, id, amounts, paymentModeOf(deps.env))
    const known = new Set<unknown>(results.map(({ entry }) => entry))
    const issues = unknownEntries(winnings, known)
    if (issues.length > 0) throw invalid(issues)
    return { tournament, results }
  }

  const boatsOfTournament: StoredCheck = async (c, { winnings }) => {
    const cached = await catalog.find(c.req.param('id') ?? '')
    if (!cached || !Array.isArray(winnings)) return []
    return unknownEntries(winnings, new Set<unknown>(cached.entries.map(({ data }) => data.id)))
  }

  /** @throws ApiError 409 while a timely payment may still arrive */
  async function checkPayments(trx: Trx, tournament: TournamentRow): Promise<void> {
    const until = await paymentsOpenUntil(trx, tournament, paymentModeOf(deps.env), now())
    if (until === null) return
    const minutes = Math.ceil((until - now()) / 60_000)
    throw conflict(
      `A payment that was begun before funding closed is still on its way. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    )
  }

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
  ): Promise<PayoutInContext[]> {
    const at = now()
    const owed = payouts.filter(payout => isOwed(payout, reference))
    for (const payout of owed) {
      await markPaid(trx, payout, { by: person.id, reference, now: at })
      // Once a day, however often it is taken back.
      if (payout.undone_at === null || at - payout.undone_at > day) {
        const { tournament_id: tournament, backer_id: backer } = payout
        await enqueue(trx, paidMailKind, paidMailSubject(tournament, backer, at), at)
        await record(trx, { kind: 'share-paid', at, by: person.id, tournament, backer })
      }
    }
    return Promise.all(payouts.map(({ id }) => getPayout(trx, id)))
  }

  /** @throws ApiError 403, 404 */
  async function ownTournament(id: string | undefined, person: Person): Promise<TournamentId> {
    const tournament = await getTournament(db, tournamentIdOf(id))
    if (!canSettle(person, tournament)) throw forbidden('Only the organiser can see the payouts.')
    return tournament.id
  }

  /** @param reader whose shares are marked @throws ApiError 404 */
  async function readStatement(id: string | undefined, reader: string | null) {
    const entry = paramId<'entry'>(id, 'There is no such tournament entry.')
    const result = await findResult(db, entry)
    if (!result) throw notFound('There is no statement yet: its organiser has not confirmed the results.')
    return presentStatement(result, await listShares(db, entry), reader)
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/results', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const settlement = await findSettlement(db, id)
      const results: Results = {
        settledAt: settlement ? new Date(settlement.settled_at).toISOString() : null,
        entries: settlement ? (await listResults(db, id)).map(presentResult) : [],
      }
      return jsonWithEtag(c, results)
    })
    .endpoint('POST /api/tournaments/:id/results/preview', { limit, stored: boatsOfTournament }, async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const { winnings } = c.req.valid('json')
      const { results } = await inTransaction(db, trx => propose(trx, id, c.var.person, winnings))
      return c.json(presentPreview(results, fingerprint(results)))
    })
    .endpoint('POST /api/tournaments/:id/results', { limit, stored: boatsOfTournament }, async c => {
      const { winnings, preview } = c.req.valid('json')
      const { person } = c.var
      const id = tournamentIdOf(c.req.param('id'))
      const settledAt = now()
      await inTransaction(db, async trx => {
        const { tournament, results } = await propose(trx, id, person, winnings)
        await checkPayments(trx, tournament)
        if (preview !== undefined && preview !== fingerprint(results))
          throw conflict(payoutTexts.previewOutdated)
        await storeResults(trx, { tournament: id, by: person.id, now: settledAt }, results)
        await record(trx, {
          kind: 'results-confirmed',
          at: settledAt,
          by: person.id,
          tournament: id,
          role: 'organiser',
          text: tournament.name,
        })
      })
      const results: Results = {
        settledAt: new Date(settledAt).toISOString(),
        entries: (await listResults(db, id)).map(presentResult),
      }
      return c.json(results, 201, { Location: `/api/tournaments/${id}/results` })
    })
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
      return c.body(payoutsCsv(rows.map(presentPayout)), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="payouts-${id}.csv"`,
        'Cache-Control': 'private, no-store',
      })
    })
    .endpoint('GET /api/tournaments/:id/payouts/backers', async c => {
      const { limit: size = limits.listPage, cursor, status, q, backer } = c.req.valid('query')
      const id = await ownTournament(c.req.param('id'), c.var.person)
      const after = decodeId<'payout'>(cursor)
      const asked = { size: size + 1, after, status, typed: q?.trim(), backer }
      const { page, next } = cutPage(await listBackersOfPayouts(db, id, asked), size, ({ first }) => first)
      return jsonWithEtag(c, page.map(presentBacker), nextLink(c, next))
    })
    .endpoint('POST /api/payouts/:id/paid', { limit }, async c => {
      const { reference = null } = c.req.valid('json')
      const payout = await inTransaction(db, async trx => {
        const found = await ownPayout(trx, c.req.param('id'), c.var.person)
        const [paid = found] = await pay(trx, c.var.person, [found], reference)
        return paid
      })
      return c.json(presentPayout(payout))
    })
    .endpoint('POST /api/tournaments/:id/payouts/paid', { limit }, async c => {
      const { payouts: ids, reference = null } = c.req.valid('json')
      const tournament = await ownTournament(c.req.param('id'), c.var.person)
      const paid = await inTransaction(db, async trx => {
        const found: PayoutInContext[] = []
        for (const id of new Set(ids)) {
          const payout = await getPayout(trx, paramId<'payout'>(id, noPayout().message))
          if (payout.tournament_id !== tournament) throw noPayout()
          found.push(payout)
        }
        return pay(trx, c.var.person, found, reference)
      })
      return c.json(paid.map(presentPayout))
    })
    .endpoint('DELETE /api/payouts/:id/paid', { limit }, async c => {
      const { reason = null } = c.req.valid('json')
      const payout = await inTransaction(db, async trx => {
        const found = await ownPayout(trx, c.req.param('id'), c.var.person)
        if (found.paid_at === null) return found
        await undoPaid(trx, found, reason, now())
        return getPayout(trx, found.id)
      })
      return c.json(presentPayout(payout))
    })
    .endpoint('GET /api/tournament-entries/:id/statement', async c =>
      jsonWithEtag(c, await readStatement(c.req.param('id'), c.var.person?.id ?? null)),
    )
    .endpoint('GET /api/tournament-entries/:id/statement.csv', async c => {
      const statement = await readStatement(c.req.param('id'), null)
      return c.body(statementCsv(statement), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="statement-${statement.entryId}.csv"`,
        'Cache-Control': 'private, no-store',
      })
    })
}
