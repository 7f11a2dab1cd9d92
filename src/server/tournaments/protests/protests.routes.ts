import type { Parsed } from '#contract/endpoints.ts'
import type { ProtestId, TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { ProtestWindow } from '#contract/tournaments/protests.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { cachedWithEtag, jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { entryIdOf, getEntry } from '#server/tournaments/entries/index.ts'
import { cacheAnswers, getTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { type Case, checkState, decideProtest, factsOf, namedEntries, reopenProtest } from './deciding.ts'
import { checkFiling } from './filing.ts'
import { findOwnEntry } from './interest.queries.ts'
import {
  countSteps,
  findLastAnswer,
  findProtest,
  getProtest,
  insertProtest,
  insertStep,
  listProtests,
  noProtest,
  setState,
} from './protests.queries.ts'
import type { ProtestRow } from './protests.table.ts'
import { presentProtests, readProtest, readSubjects, readWindow } from './read-protests.ts'

const isSameFiling = (
  row: ProtestRow,
  filing: Parsed<'newProtest'> & { tournament: TournamentId; by: UserId },
): boolean =>
  row.tournament_id === filing.tournament &&
  row.filed_by === filing.by &&
  row.content === filing.text &&
  row.rule === (filing.rule ?? null) &&
  row.catch_id === (filing.catchId ?? null) &&
  row.penalty_id === (filing.penaltyId ?? null) &&
  // A fish or a penalty names its boat.
  (row.catch_id !== null || row.penalty_id !== null || row.entry_id === (filing.entryId ?? null))

/** Protests of captains and organisers, answers and decisions. */
export function protestRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit } = deps
  const cached = cacheAnswers(deps, ['holds', 'protests', 'tournament_rules'])

  /** @returns the protest as the public reads it afterwards @throws ApiError 404 */
  async function change(param: string | undefined, work: (trx: Trx, of: Case) => Promise<void>) {
    const id: ProtestId = paramId<'protest'>(param, noProtest().message)
    await inTransaction(db, async trx => {
      const protest = await getProtest(trx, id)
      await work(trx, { protest, tournament: await getTournament(trx, protest.tournament_id) })
    })
    return readProtest(db, id)
  }

  const count = (trx: Trx, person: Person, thing: 'protests' | 'rulings') =>
    countCreated(trx, deps, { person: person.id }, thing)

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/protests', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const { limit: size = limits.protestsPage, cursor, state } = c.req.valid('query')
      const rows = await listProtests(db, id, state, size + 1, decodePosition(cursor))
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, await presentProtests(db, id, page), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/protest-window', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const { json } = await cached([id], async () => ({
        // The row above may be older than the revision under which this answer is cached.
        json: JSON.stringify(await readWindow(db, await getTournament(db, id))),
      }))
      return cachedWithEtag<ProtestWindow>(c, json)
    })
    .endpoint('GET /api/tournament-entries/:id/protest-subjects', async c => {
      const id = entryIdOf(c.req.param('id'))
      return jsonWithEtag(c, await readSubjects(db, await getEntry(db, id)))
    })
    .endpoint('POST /api/tournaments/:id/protests', { limit }, async c => {
      const body = c.req.valid('json')
      const { person } = c.var
      const { id, isNew } = await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, tournamentIdOf(c.req.param('id')))
        const { id: ownId, rule = null, text } = body
        const filed = ownId && (await findProtest(trx, ownId))
        if (filed) {
          if (!isSameFiling(filed, { tournament: tournament.id, by: person.id, ...body }))
            throw conflict('Another protest has this id already.')
          return { id: filed.id, isNew: false }
        }
        const filing = await checkFiling(trx, person, tournament, body, now())
        await count(trx, person, 'protests')
        const protest = await insertProtest(trx, { id: ownId, ...filing, rule, text }, now())
        const { by, role, late } = filing
        const event = { at: now(), by, role, ...factsOf(protest), late, text }
        await record(trx, { kind: 'protest-filed', ...event })
        return { id: protest.id, isNew: true }
      })
      return c.json(await readProtest(db, id), isNew ? 201 : 200)
    })
    .endpoint('POST /api/protests/:id/answers', { limit }, async c => {
      const { text } = c.req.valid('json')
      const { person } = c.var
      const answer = await change(c.req.param('id'), async (trx, { protest, tournament }) => {
        const entry = await findOwnEntry(trx, person.id, await namedEntries(trx, protest))
        if (entry === undefined) throw forbidden('Only the captain of the named boat can answer.')
        // The reply to the first request may be lost.
        if ((await findLastAnswer(trx, protest.id, person.id)) === text) return
        checkState({ protest, tournament }, ['open'])
        if ((await countSteps(trx, protest.id, 'answer')) >= limits.protestAnswers)
          throw conflict(`A protest has at most ${limits.protestAnswers} answers.`)
        await count(trx, person, 'protests')
        const actor = { by: person.id, role: null, at: now() }
        const step = await insertStep(trx, protest.id, { kind: 'answer', text, ...actor })
        await record(trx, { kind: 'protest-answered', ...actor, ...factsOf(protest), entry, step, text })
      })
      return c.json(answer)
    })
    .endpoint('POST /api/protests/:id/withdrawal', { limit }, async c => {
      const { person } = c.var
      const answer = await change(c.req.param('id'), async (trx, { protest, tournament }) => {
        const fromEntries = protest.from_entry_id === null ? [] : [protest.from_entry_id]
        if ((await findOwnEntry(trx, person.id, fromEntries)) === undefined)
          throw forbidden('Only the captain of the protesting boat can withdraw a protest.')
        checkState({ protest, tournament }, ['open'])
        await count(trx, person, 'protests')
        const actor = { by: person.id, role: null, at: now() }
        const step = await insertStep(trx, protest.id, { kind: 'withdrawn', text: null, ...actor })
        await setState(trx, protest.id, 'withdrawn')
        await record(trx, { kind: 'protest-withdrawn', ...actor, ...factsOf(protest), step, text: '' })
      })
      return c.json(answer)
    })
    .endpoint('POST /api/protests/:id/decision', { limit }, async c => {
      const { person } = c.var
      const answer = await change(c.req.param('id'), async (trx, of) => {
        await decideProtest(trx, person, of, c.req.valid('json'), now())
        await count(trx, person, 'rulings')
      })
      return c.json(answer)
    })
    .endpoint('POST /api/protests/:id/reopening', { limit }, async c => {
      const { person } = c.var
      const answer = await change(c.req.param('id'), async (trx, of) => {
        await reopenProtest(trx, person, of, c.req.valid('json').reason, now())
        await count(trx, person, 'rulings')
      })
      return c.json(answer)
    })
}
