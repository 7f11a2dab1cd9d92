import { dateText } from '#contract/date-text.ts'
import type { Issue } from '#contract/errors.ts'
import type { TournamentId } from '#contract/ids.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { minute } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import type { StoredCheck } from '#server/http/validate.ts'
import { record } from '#server/record/index.ts'
import { entryIdOf } from '#server/tournaments/entries/index.ts'
import { holdWinners } from '#server/tournaments/protests/index.ts'
import type { RuledResults } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  decideGoals,
  getOwnTournament,
  getTournament,
  isSettled,
  protestsUntil,
  type TournamentRow,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { settlementClosed } from './payouts.rules.ts'
import { makeRecap } from './recaps.queries.ts'
import { presentPreview, readResults } from './results.present.ts'
import { findResult } from './results.queries.ts'
import { fingerprint, paymentsOpenUntil, proposeResults, storeResults } from './settlement.queries.ts'
import { statementCsv } from './statement.csv.ts'
import { readStatement } from './statement.present.ts'
import { decideWinnings, type SentWinnings } from './winnings.queries.ts'

const hasEntryId = (line: unknown): line is { entryId: unknown } =>
  typeof line === 'object' && line !== null && 'entryId' in line

export const unknownEntries = (winnings: readonly unknown[], ids: ReadonlySet<unknown>): Issue[] =>
  winnings.flatMap((line, index) =>
    hasEntryId(line) && !ids.has(line.entryId)
      ? [{ path: `winnings.${index}.entryId`, message: payoutTexts.entryUnknown }]
      : [],
  )

/** Winnings of each boat, and how they were divided. Mounted at /api. */
export function resultRoutes(deps: Deps) {
  const { db, now, limitWrites: limit, catalog } = deps

  /** @throws ApiError 400, 403, 404, 409 */
  async function propose(trx: Trx, id: TournamentId, person: Person, input: SentWinnings) {
    const tournament = await getOwnTournament(trx, id, person, 'Only the organiser can enter results.')
    if (await isSettled(trx, id)) throw conflict(payoutTexts.alreadySettled)
    const reason = settlementClosed(tournament, now())
    if (reason !== null) throw conflict(reason)
    // The job may be late.
    await decideGoals(trx, { tournament: id }, now())
    await holdWinners(trx, id, now())
    const { winnings, adjustments, ruledResults } = await decideWinnings(trx, id, input, undefined)
    const results = await proposeResults(trx, id, winnings, paymentModeOf(deps.env))
    const issues = unknownEntries(input.winnings ?? [], new Set(results.map(({ entry_id }) => entry_id)))
    if (issues.length > 0) throw invalid(issues)
    return { tournament, results, adjustments, ruledResults }
  }

  const boatsOfTournament: StoredCheck = async (c, { winnings }) => {
    const cached = await catalog.find(c.req.param('id') ?? '')
    if (!cached) return []
    if (Array.isArray(winnings))
      return unknownEntries(winnings, new Set<unknown>(cached.entries.map(({ data }) => data.id)))
    const isMissing = winnings === undefined && (await findRules(db, cached.row.id)) === null
    return isMissing ? [{ path: 'winnings', message: payoutTexts.winningsRequired }] : []
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

  /** @throws ApiError 409 while captains can still protest */
  function checkProtests(tournament: TournamentRow, ruledResults: RuledResults | null): void {
    if (ruledResults === null) return
    const until = protestsUntil(tournament, ruledResults.rules)
    if (until === null || now() >= until) return
    const time = dateText(until, now(), ruledResults.rules.timeZone)
    throw conflict(`Captains can protest until ${time}. Confirm the results after that.`)
  }

  /** @param reader whose shares are marked @throws ApiError 404 */
  async function statementOf(id: string | undefined, reader: string | null) {
    const result = await findResult(db, entryIdOf(id))
    if (!result) throw notFound('There is no statement yet: its organiser has not confirmed the results.')
    return readStatement(db, result, reader)
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/results', async c => {
      const tournament = await getTournament(db, tournamentIdOf(c.req.param('id')))
      return jsonWithEtag(c, await readResults(deps, tournament, now()))
    })
    .endpoint(
      'POST /api/tournaments/:id/results/preview',
      { limit, findIssues: boatsOfTournament },
      async c => {
        const id = tournamentIdOf(c.req.param('id'))
        const { results, ruledResults } = await inTransaction(db, trx =>
          propose(trx, id, c.var.person, c.req.valid('json')),
        )
        return c.json(presentPreview(results, fingerprint(results, ruledResults)))
      },
    )
    .endpoint('POST /api/tournaments/:id/results', { limit, findIssues: boatsOfTournament }, async c => {
      const input = c.req.valid('json')
      const { preview } = input
      const { person } = c.var
      const id = tournamentIdOf(c.req.param('id'))
      const at = now()
      await inTransaction(db, async trx => {
        const { tournament, results, adjustments, ruledResults } = await propose(trx, id, person, input)
        await checkPayments(trx, tournament)
        checkProtests(tournament, ruledResults)
        if (preview !== undefined && preview !== fingerprint(results, ruledResults))
          throw conflict(payoutTexts.previewOutdated)
        const about = { at, by: person.id, tournament: id }
        await storeResults(trx, { ...about, adjustments, figures: ruledResults }, results)
        await record(trx, { kind: 'results-confirmed', ...about, role: 'organiser', text: tournament.name })
        if (ruledResults === null) await makeRecap(trx, about)
      })
      const results = await readResults(deps, await getTournament(db, id), at)
      return c.json(results, 201, { Location: `/api/tournaments/${id}/results` })
    })
    .endpoint('GET /api/tournament-entries/:id/statement', async c =>
      jsonWithEtag(c, await statementOf(c.req.param('id'), c.var.person?.id ?? null)),
    )
    .endpoint('GET /api/tournament-entries/:id/statement.csv', async c => {
      const statement = await statementOf(c.req.param('id'), null)
      return c.body(statementCsv(statement), 200, csvFile(`statement-${statement.entryId}`))
    })
}
