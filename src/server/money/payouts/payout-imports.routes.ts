import { newId, type TournamentId } from '#contract/ids.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import {
  type PayoutProvider,
  payoutProviderNames,
  payoutProviders,
} from '#contract/money/payout-file-texts.ts'
import type { PayoutImport } from '#contract/money/payout-files.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { sha256 } from '#server/sha256.ts'
import { getOwnTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { payHoldOf, payShares } from './pay-shares.ts'
import { type Payee, payeesOf, payoutFileOf } from './payout-files.rules.ts'
import { payoutFileText } from './payout-files.ts'
import {
  countImports,
  findSameImport,
  getImport,
  listImports,
  markUndone,
  noImport,
  type PayoutImportRow,
  sharesOf,
  storeImport,
} from './payout-imports.queries.ts'
import { type MatchedRow, matchReport } from './payout-imports.rules.ts'
import { ReportFault, readReport } from './payout-reports.ts'
import { getPayout, listAllPayouts, type PayoutInContext } from './payouts.queries.ts'
import { canUndoPaid, undoPaid } from './share-payments.queries.ts'

const presentImport = (row: PayoutImportRow): PayoutImport => ({
  id: row.id,
  provider: row.provider,
  at: iso(row.imported_at),
  people: row.people,
  amount: formatCents(row.amount_cents),
  undoneAt: isoOrNull(row.undone_at),
})

const isMatched = (row: MatchedRow): row is MatchedRow & { payee: Payee } => row.payee !== null

/** @throws ApiError 400 that names the row */
function parseReport(file: string) {
  try {
    return readReport(file)
  } catch (error) {
    if (error instanceof ReportFault) throw invalid([{ path: 'file', message: error.message }])
    throw error
  }
}

/** Payout files of providers, and imports of their result files. Mounted at /api. */
export function payoutImportRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 403, 404 */
  const ownTournament = (trx: Db, id: string | undefined, person: Person) =>
    getOwnTournament(trx, tournamentIdOf(id), person, 'Only the organiser can pay backers.')

  async function listPayees(trx: Db, tournament: TournamentId): Promise<Payee[]> {
    const payouts = await listAllPayouts(trx, tournament)
    return payeesOf(payouts, await payHoldOf(trx, payouts), now())
  }

  /** @throws ApiError 403, 404 */
  async function fileOf(id: string | undefined, person: Person, provider: PayoutProvider) {
    const tournament = await ownTournament(db, id, person)
    const payees = await listPayees(db, tournament.id)
    const { lines } = payoutFileOf(provider, payees)
    const mode = payees[0]?.mode ?? 'live'
    return {
      text: payoutFileText(provider, lines, `Winnings: ${tournament.name}`),
      headers: csvFile(`${provider}-${tournament.id}${mode === 'live' ? '' : `-${mode}`}`),
    }
  }

  async function match(source: Db, tournament: TournamentId, rows: ReturnType<typeof readReport>['rows']) {
    return matchReport(rows, await listPayees(source, tournament), tournament)
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/payouts/files', async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      const payees = await listPayees(db, id)
      return jsonWithEtag(
        c,
        payoutProviders.map(provider => payoutFileOf(provider, payees)),
      )
    })
    .endpoint('GET /api/tournaments/:id/payouts/paypal.csv', async c => {
      const { text, headers } = await fileOf(c.req.param('id'), c.var.person, 'paypal')
      return c.body(text, 200, headers)
    })
    .endpoint('GET /api/tournaments/:id/payouts/wise.csv', async c => {
      const { text, headers } = await fileOf(c.req.param('id'), c.var.person, 'wise')
      return c.body(text, 200, headers)
    })
    .endpoint('GET /api/tournaments/:id/payouts/imports', async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      return jsonWithEtag(c, (await listImports(db, id)).map(presentImport))
    })
    .endpoint('POST /api/tournaments/:id/payouts/imports/preview', { limit }, async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      const { provider, rows } = parseReport(c.req.valid('json').file)
      const matches = await match(db, id, rows)
      const payees = matches.filter(isMatched).map(({ payee }) => payee)
      return c.json({
        provider,
        people: payees.length,
        amount: formatCents(sum(payees.map(({ owedCents }) => owedCents))),
        rows: matches.map(({ payee, transaction, ...row }) => row),
      })
    })
    .endpoint('POST /api/tournaments/:id/payouts/imports', { limit }, async c => {
      const { person } = c.var
      const { file } = c.req.valid('json')
      const { provider, rows } = parseReport(file)
      const file_hash = sha256(file)
      const { row, isNew } = await inTransaction(db, async trx => {
        const { id: tournament } = await ownTournament(trx, c.req.param('id'), person)
        const matches = (await match(trx, tournament, rows)).filter(isMatched)
        if (matches.length === 0) {
          const same = await findSameImport(trx, tournament, file_hash)
          if (!same) throw conflict(payoutTexts.reportNothing)
          return { row: same, isNew: false }
        }
        if ((await countImports(trx, tournament)) >= limits.payoutImports)
          throw conflict(payoutTexts.tooManyImports)
        const at = now()
        const transactions = new Map(matches.map(({ payee, transaction }) => [payee.id, transaction]))
        const shares = matches.flatMap(({ payee }) => payee.owedShares)
        if (shares.length > limits.payoutsAtOnce) throw conflict(payoutTexts.reportPaysTooMany)
        const referenceOf = ({ backer_id: backer }: PayoutInContext) =>
          [payoutProviderNames[provider], transactions.get(backer)]
            .filter(Boolean)
            .join(' ')
            .slice(0, limits.payoutReferenceMax)
        await payShares(trx, shares, { person, at, referenceOf })
        const values = {
          id: newId<'payout-import'>(),
          tournament_id: tournament,
          provider,
          file_hash,
          imported_by: person.id,
          imported_at: at,
          people: matches.length,
          amount_cents: sum(matches.map(({ payee }) => payee.owedCents)),
          shares: JSON.stringify(Object.fromEntries(shares.map(share => [share.id, referenceOf(share)]))),
        }
        await storeImport(trx, values)
        return { row: { ...values, undone_at: null }, isNew: true }
      })
      const location = { Location: `/api/payout-imports/${row.id}` }
      return c.json(presentImport(row), isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('DELETE /api/payout-imports/:id', { limit }, async c => {
      const row = await inTransaction(db, async trx => {
        const importRow = await getImport(
          trx,
          paramId<'payout-import'>(c.req.param('id'), noImport().message),
        )
        const { tournament_id: tournament } = importRow
        await getOwnTournament(trx, tournament, c.var.person, 'Only the organiser can undo an import.')
        if (importRow.undone_at !== null) return importRow
        const at = now()
        for (const [id, reference] of sharesOf(importRow)) {
          const payout = await getPayout(trx, id)
          const isOfImport = payout.paid_at === importRow.imported_at && payout.reference === reference
          // Taken back since, paid again, or returned: that stays.
          if (isOfImport && canUndoPaid(payout)) await undoPaid(trx, payout, 'Import undone', at)
        }
        await markUndone(trx, importRow.id, at)
        return getImport(trx, importRow.id)
      })
      return c.json(presentImport(row))
    })
}
