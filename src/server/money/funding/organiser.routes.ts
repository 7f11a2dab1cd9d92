import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink } from '#server/http/paging.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { entryIdOf, noEntry } from '#server/tournaments/entries/index.ts'
import { getOwnTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { backersCsv, organiserCsv } from './funding.csv.ts'
import { presentBacker, presentForOrganiser, presentProgress } from './funding.present.ts'
import { findFunding, replyToUnanswered, updateFunding } from './funding.queries.ts'
import { fundingIdOf, noFunding } from './funding-lists.queries.ts'
import { presentHeldMoney } from './held-money.present.ts'
import { retryFailedRefund } from './refund-jobs.ts'
import {
  countRefunds,
  findBacker,
  listAllBackers,
  listAllOfTournament,
  listBackers,
  listOfTournament,
  listRefundFailures,
  sumOfTournament,
} from './tournament-fundings.queries.ts'

/** Mounted at /api. */
export function fundingOrganiserRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 404, 403 */
  async function ownTournament(trx: Db, person: Person, param: string | undefined) {
    const refusal = 'Only the organiser can see the fundings of a tournament.'
    return (await getOwnTournament(trx, tournamentIdOf(param), person, refusal)).id
  }

  /** Includes withdrawn entries. @throws ApiError 404, 403 */
  async function ownEntry(person: Person, param: string | undefined) {
    const entry = await findFundedEntry(db, entryIdOf(param))
    if (!entry) throw noEntry()
    if (entry.owner_id !== person.id) throw forbidden('Only the boat’s owner can see who backs it.')
    return entry
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-entries/:id/backers', async c => {
      const { id } = await ownEntry(c.var.person, c.req.param('id'))
      const { limit: size = limits.listPage, cursor, q } = c.req.valid('query')
      const list = { size: size + 1, after: decodePosition(cursor), search: q?.trim() }
      const rows = await listBackers(db, id, list)
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, page.map(presentBacker), nextLink(c, next))
    })
    .endpoint('GET /api/tournament-entries/:id/backers.csv', async c => {
      const { id } = await ownEntry(c.var.person, c.req.param('id'))
      const rows = await listAllBackers(db, id)
      return c.body(backersCsv(rows.map(presentBacker)), 200, csvFile(`backers-${id}`))
    })
    .endpoint('POST /api/tournament-entries/:id/backers/:fundingId/reply', { limit }, async c => {
      const { id } = await ownEntry(c.var.person, c.req.param('id'))
      const fundingId = fundingIdOf(c.req.param('fundingId'))
      const { reply } = c.req.valid('json')
      const backer = await inTransaction(db, async trx => {
        const row = await findBacker(trx, id, fundingId)
        if (!row) throw noFunding()
        const at = now()
        await countCreated(trx, deps, { person: c.var.person.id }, 'replies')
        await record(trx, { kind: 'reply-sent', at, by: c.var.person.id, entry: id })
        return { ...row, ...(await updateFunding(trx, fundingId, { reply, replied_at: at })) }
      })
      return c.json(presentBacker(backer))
    })
    .endpoint('POST /api/tournament-entries/:id/backers/thanks', { limit }, async c => {
      const { id } = await ownEntry(c.var.person, c.req.param('id'))
      const { reply } = c.req.valid('json')
      const fundings = await inTransaction(db, async trx => {
        const at = now()
        await countCreated(trx, deps, { person: c.var.person.id }, 'replies')
        await record(trx, { kind: 'reply-sent', at, by: c.var.person.id, entry: id })
        return replyToUnanswered(trx, id, { reply, replied_at: at })
      })
      return c.json({ fundings })
    })
    .endpoint('GET /api/tournaments/:id/fundings', async c => {
      const id = await ownTournament(db, c.var.person, c.req.param('id'))
      const { limit: size = limits.listPage, cursor, status, q } = c.req.valid('query')
      const list = { size: size + 1, after: decodePosition(cursor), status, search: q?.trim() }
      const rows = await listOfTournament(db, id, list)
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, page.map(presentForOrganiser), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/fundings/totals', async c => {
      const id = await ownTournament(db, c.var.person, c.req.param('id'))
      const since = { recent: now() - 30 * day, older: now() - 90 * day }
      return jsonWithEtag(c, presentHeldMoney(await sumOfTournament(db, id, deps.payments.mode, since)))
    })
    .endpoint('GET /api/tournaments/:id/fundings.csv', async c => {
      const id = await ownTournament(db, c.var.person, c.req.param('id'))
      const rows = await listAllOfTournament(db, id)
      return c.body(organiserCsv(rows.map(presentForOrganiser)), 200, csvFile(`fundings-${id}`))
    })
    .endpoint('GET /api/tournaments/:id/refunds', async c => {
      const id = await ownTournament(db, c.var.person, c.req.param('id'))
      const counts = await countRefunds(db, id)
      const failures = counts.failed === 0 ? [] : await listRefundFailures(db, id)
      return jsonWithEtag(c, presentProgress(counts, failures))
    })
    .endpoint('POST /api/tournaments/:id/refunds/:fundingId/retry', { limit }, async c => {
      const id = await inTransaction(db, async trx => {
        const tournament = await ownTournament(trx, c.var.person, c.req.param('id'))
        const fundingId = fundingIdOf(c.req.param('fundingId'))
        const funding = await findFunding(trx, fundingId)
        const entry = funding?.entry_id && (await findFundedEntry(trx, funding.entry_id))
        if (!funding || !entry || entry.tournament_id !== tournament) throw noFunding()
        await retryFailedRefund(trx, funding, now())
        return tournament
      })
      const counts = await countRefunds(db, id)
      return c.json(presentProgress(counts, await listRefundFailures(db, id)))
    })
}
