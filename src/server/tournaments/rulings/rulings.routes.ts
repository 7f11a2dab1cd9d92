import { fieldTexts } from '#contract/field-texts.ts'
import type { CatchId, EntryId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { ActorRole, EventKind } from '#contract/record.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden, invalid } from '#server/http/errors.ts'
import { jsonText } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { getCatch, noCatch, presentCatch } from '#server/tournaments/catches/index.ts'
import { getEntry, noEntry, rerank } from '#server/tournaments/entries/index.ts'
import {
  boardsOf,
  findRules,
  listAnglerNames,
  presentBoard,
  presentPenalty,
  readScoringInput,
} from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  canWeighIn,
  entryJson,
  findRole,
  getTournament,
  isSettled,
  noTournament,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import {
  countPenalties,
  getPenalty,
  insertPenalty,
  insertTieDecision,
  liftPenalty,
  noPenalty,
  type Ruling,
  setAllowance,
  setCatchDisqualification,
  setEntryDisqualification,
} from './rulings.queries.ts'
import { tiedOrder } from './rulings.rules.ts'

const conflict = (message: string) => new ApiError('conflict', message)
const catchId = (id: string | undefined): CatchId => paramId<'catch'>(id, noCatch().message)
const entryId = (id: string | undefined): EntryId => paramId<'entry'>(id, noEntry().message)

interface Decider {
  tournament: TournamentRow
  role: ActorRole | null
}

type RulingKind = Extract<
  EventKind,
  'catch-disqualified' | 'catch-reinstated' | 'catch-allowed' | 'allowance-lifted'
>

/** What organisers and staff decide in tournaments with rules. */
export function rulingRoutes(deps: Pick<Deps, 'catalog' | 'db' | 'env' | 'limitWrites' | 'now'>) {
  const { db, now, limitWrites: limit, catalog } = deps

  /** @throws ApiError 409 */
  async function requireRules(trx: Trx, { id }: Pick<TournamentRow, 'id'>): Promise<Rules> {
    const rules = await findRules(trx, id)
    if (rules === null) throw conflict('This tournament has no rules. Its organiser sets positions.')
    return rules
  }

  /** Organiser or co-organiser; once results are confirmed the organiser alone. @throws ApiError 403, 409 */
  async function checkDecider(trx: Trx, person: Person, tournament: TournamentRow): Promise<Decider> {
    const role = await findRole(trx, person, tournament, now())
    if (!canManageTournament(role)) throw forbidden('Only an organiser can decide this.')
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw conflict('The results are confirmed: only the organiser can still decide this.')
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    return { tournament, role }
  }

  /** Organisers and weigh masters. @throws ApiError 403, 409 */
  async function checkStaff(trx: Trx, person: Person, tournament: TournamentRow): Promise<Decider> {
    const role = await findRole(trx, person, tournament, now())
    if (!canWeighIn(role)) throw forbidden('Only the organisers and weigh masters can do this.')
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw conflict('The results are confirmed: only the organiser can still do this.')
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    return { tournament, role }
  }

  const byOf = (person: Person, { tournament, role }: Decider) => ({
    at: now(),
    by: person.id,
    tournament: tournament.id,
    role,
  })

  /** Of a catch. @param ruling null: ends it */
  async function ruleOnCatch(
    id: string | undefined,
    person: Person,
    kind: RulingKind,
    reason: string,
    set: (trx: Trx, id: CatchId, ruling: Ruling | null) => Promise<void>,
  ) {
    const isEnd = kind === 'catch-reinstated' || kind === 'allowance-lifted'
    return inTransaction(db, async trx => {
      const caught = await getCatch(trx, catchId(id))
      const { entry, boat, tournament } = await getEntry(trx, caught.entry_id)
      const decider = await checkDecider(trx, person, tournament)
      await requireRules(trx, tournament)
      await countCreated(trx, deps, { person: person.id }, 'rulings')
      const isSet = (set === setAllowance ? caught.allowed_at : caught.disqualified_at) !== null
      if (isSet !== isEnd) throw conflict(fieldTexts.rulingStands)
      await set(trx, caught.id, isEnd ? null : { by: person.id, reason, at: now() })
      const { lead } = await rerank(trx, tournament.id)
      await record(trx, {
        kind,
        ...byOf(person, decider),
        entry: entry.id,
        catch: caught.id,
        lead,
        reason,
        text: `${boat.name}: ${caught.species}. ${reason}`,
      })
      return presentCatch(await getCatch(trx, caught.id))
    })
  }

  async function ruleOnEntry(
    id: string | undefined,
    person: Person,
    kind: 'entry-disqualified' | 'entry-reinstated',
    reason: string,
  ): Promise<EntryId> {
    const isEnd = kind === 'entry-reinstated'
    return inTransaction(db, async trx => {
      const { entry, boat, tournament } = await getEntry(trx, entryId(id))
      const decider = await checkDecider(trx, person, tournament)
      await requireRules(trx, tournament)
      await countCreated(trx, deps, { person: person.id }, 'rulings')
      if ((entry.disqualified_at !== null) !== isEnd) throw conflict(fieldTexts.rulingStands)
      await setEntryDisqualification(trx, entry.id, isEnd ? null : { by: person.id, reason, at: now() })
      const { lead } = await rerank(trx, tournament.id)
      await record(trx, {
        kind,
        ...byOf(person, decider),
        entry: entry.id,
        lead,
        reason,
        text: `${boat.name}. ${reason}`,
      })
      return entry.id
    })
  }

  async function entryAnswer(id: EntryId): Promise<string> {
    const shown = await catalog.findEntry(id)
    if (!shown) throw noEntry()
    return entryJson(shown.entry)
  }

  return new EndpointApp()
    .endpoint('PUT /api/catches/:id/disqualification', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const [id, { person }] = [c.req.param('id'), c.var]
      return c.json(await ruleOnCatch(id, person, 'catch-disqualified', reason, setCatchDisqualification))
    })
    .endpoint('DELETE /api/catches/:id/disqualification', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const [id, { person }] = [c.req.param('id'), c.var]
      return c.json(await ruleOnCatch(id, person, 'catch-reinstated', reason, setCatchDisqualification))
    })
    .endpoint('PUT /api/catches/:id/allowance', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const [id, { person }] = [c.req.param('id'), c.var]
      return c.json(await ruleOnCatch(id, person, 'catch-allowed', reason, setAllowance))
    })
    .endpoint('DELETE /api/catches/:id/allowance', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const [id, { person }] = [c.req.param('id'), c.var]
      return c.json(await ruleOnCatch(id, person, 'allowance-lifted', reason, setAllowance))
    })
    .endpoint('PUT /api/tournament-entries/:id/disqualification', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const id = await ruleOnEntry(c.req.param('id'), c.var.person, 'entry-disqualified', reason)
      return jsonText<Entry, 200>(await entryAnswer(id), 200)
    })
    .endpoint('DELETE /api/tournament-entries/:id/disqualification', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const id = await ruleOnEntry(c.req.param('id'), c.var.person, 'entry-reinstated', reason)
      return jsonText<Entry, 200>(await entryAnswer(id), 200)
    })
    .endpoint('POST /api/tournament-entries/:id/penalties', { limit }, async c => {
      const { key, day = null, count, reason = null } = c.req.valid('json')
      const { person } = c.var
      const penalty = await inTransaction(db, async trx => {
        const { entry, boat, tournament } = await getEntry(trx, entryId(c.req.param('id')))
        const decider = await checkStaff(trx, person, tournament)
        const rules = await requireRules(trx, tournament)
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const kind = rules.penalties.find(each => each.key === key)
        if (!kind) throw invalid([{ path: 'key', message: fieldTexts.penaltyUnknown }])
        const isDay = rules.days.length === 0 ? day === null : rules.days.some(({ name }) => name === day)
        if (!isDay) throw invalid([{ path: 'day', message: fieldTexts.dayUnknown }])
        if ((await countPenalties(trx, entry.id)) >= limits.penaltiesPerEntry)
          throw conflict(fieldTexts.penaltiesTooMany)
        const row = await insertPenalty(
          trx,
          { entry: entry.id, key, day, count, reason, by: person.id },
          now(),
        )
        const { lead } = await rerank(trx, tournament.id)
        await record(trx, {
          kind: 'penalty-recorded',
          ...byOf(person, decider),
          entry: entry.id,
          penalty: row.id,
          lead,
          reason,
          text: `${boat.name}: ${kind.name} × ${count}${reason === null ? '' : `. ${reason}`}`,
        })
        return row
      })
      return c.json(presentPenalty(penalty), 201)
    })
    .endpoint('DELETE /api/penalties/:id', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const { person } = c.var
      await inTransaction(db, async trx => {
        const row = await getPenalty(trx, paramId<'penalty'>(c.req.param('id'), noPenalty().message))
        const { entry, boat, tournament } = await getEntry(trx, row.entry_id)
        const decider = await checkDecider(trx, person, tournament)
        await liftPenalty(trx, row.id, { by: person.id, reason, at: now() })
        const { lead } = await rerank(trx, tournament.id)
        await record(trx, {
          kind: 'penalty-lifted',
          ...byOf(person, decider),
          entry: entry.id,
          penalty: row.id,
          lead,
          reason,
          text: `${boat.name}: ${row.key} × ${row.count}. ${reason}`,
        })
      })
      return c.body(null, 204)
    })
    .endpoint('PUT /api/tournaments/:id/tie-decisions', { limit }, async c => {
      const { category, day = null, order: sent, reason } = c.req.valid('json')
      const { person } = c.var
      const board = await inTransaction(db, async trx => {
        const tournament = await getTournament(
          trx,
          paramId<'tournament'>(c.req.param('id'), noTournament().message),
        )
        const decider = await checkDecider(trx, person, tournament)
        const rules = await requireRules(trx, tournament)
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const input = await readScoringInput(trx, tournament.id, rules)
        const isOther = (each: { category: string; day: string | null }) =>
          each.category !== category || each.day !== day
        const undecided = { ...input, decisions: input.decisions.filter(isOther) }
        const tied = boardsOf(rules, undecided).find(each => !isOther(each))
        if (!tied) throw invalid([{ path: 'category', message: fieldTexts.categoryUnknown }])
        const order = tiedOrder(tied, sent)
        if (order === null) throw conflict(fieldTexts.notTied)
        await insertTieDecision(
          trx,
          { tournament: tournament.id, category, day, order, reason, by: person.id },
          now(),
        )
        const { lead } = await rerank(trx, tournament.id)
        await record(trx, {
          kind: 'tie-decided',
          ...byOf(person, decider),
          category,
          day,
          order,
          lead,
          reason,
          text: `${rules.categories.find(({ key }) => key === category)?.name ?? category}. ${reason}`,
        })
        const boards = boardsOf(rules, await readScoringInput(trx, tournament.id, rules))
        const decided = boards.find(each => !isOther(each)) ?? tied
        return presentBoard(rules, decided, await listAnglerNames(trx, tournament.id, rules))
      })
      return c.json(board)
    })
}
