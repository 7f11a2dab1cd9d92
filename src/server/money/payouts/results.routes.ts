import type { Issue } from '#contract/errors.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import type { Results } from '#contract/money/payouts.ts'
import { minute } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { record } from '#server/record/index.ts'
import {
  decideGoals,
  getTournament,
  isSettled,
  noTournament,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { presentPreview, presentResult, presentStatement } from './payouts.present.ts'
import { canSettle, settlementClosed } from './payouts.rules.ts'
import { findResult, findSettlement, listResults, listShares } from './results.queries.ts'
import { fingerprint, paymentsOpenUntil, proposeResults, storeResults } from './settlement.queries.ts'
import { statementCsv } from './statement.csv.ts'

interface Winning {
  entryId: EntryId
  amount: number
}

const hasEntryId = (line: unknown): line is { entryId: unknown } =>
  typeof line === 'object' && line !== null && 'entryId' in line

const unknownEntries = (winnings: readonly unknown[], ids: ReadonlySet<unknown>): Issue[] =>
  winnings.flatMap((line, index) =>
    hasEntryId(line) && !ids.has(line.entryId)
      ? [{ path: `winnings.${index}.entryId`, message: payoutTexts.entryUnknown }]
      : [],
  )

const tournamentIdOf = (id: string | undefined) => paramId<'tournament'>(id, noTournament().message)

/** What each boat won, and how that was divided. Mounted at /api. */
export function resultRoutes(deps: Deps) {
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
    const amounts = new Map(winnings.map(({ entryId, amount }) => [entryId, amount]))
    const results = await proposeResults(trx, id, amounts, paymentModeOf(deps.env))
    const issues = unknownEntries(winnings, new Set(results.map(({ entry }) => entry)))
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
    const minutes = Math.ceil((until - now()) / minute)
    throw conflict(
      `A payment that was begun before funding closed is still on its way. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    )
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
        settledAt: isoOrNull(settlement?.settled_at ?? null),
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
        settledAt: iso(settledAt),
        entries: (await listResults(db, id)).map(presentResult),
      }
      return c.json(results, 201, { Location: `/api/tournaments/${id}/results` })
    })
    .endpoint('GET /api/tournament-entries/:id/statement', async c =>
      jsonWithEtag(c, await readStatement(c.req.param('id'), c.var.person?.id ?? null)),
    )
    .endpoint('GET /api/tournament-entries/:id/statement.csv', async c => {
      const statement = await readStatement(c.req.param('id'), null)
      return c.body(statementCsv(statement), 200, csvFile(`statement-${statement.entryId}`))
    })
}
