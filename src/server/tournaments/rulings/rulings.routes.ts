import { fieldTexts } from '#contract/field-texts.ts'
import type { TournamentId } from '#contract/ids.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { jsonText } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { accountName } from '#server/people/auth/index.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { getCatch, noCatch, presentCatch } from '#server/tournaments/catches/index.ts'
import { entryIdOf, getEntry, getEntryJson, rerank } from '#server/tournaments/entries/index.ts'
import {
  categoryBoardsOf,
  listAnglerNames,
  presentBoard,
  presentPenalty,
  readScoringInput,
} from '#server/tournaments/scoring/index.ts'
import { getTournament, type TournamentRow, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import {
  type CatchRuling,
  type EntryRuling,
  endPenalty,
  penalize,
  ruleOnCatch,
  ruleOnEntry,
} from './apply-rulings.ts'
import { checkDecider, checkStaff, requireRules } from './deciders.ts'
import {
  findRecorded,
  getPenalty,
  insertTieDecision,
  listBoatNames,
  listTieDecisions,
  noPenalty,
} from './rulings.queries.ts'
import { findTieDecision, isRepeatedTieDecision, tiedOrder } from './rulings.rules.ts'

/** Returns the names of anglers, or of boats, in the order of a decision. */
async function contestantNames(
  trx: Trx,
  tournament: TournamentId,
  rules: Rules,
  board: Board,
  order: readonly string[],
): Promise<string[]> {
  const rows = order.flatMap(id => board.rows.find(row => row.contestant === id) ?? [])
  const anglers = await listAnglerNames(trx, tournament, rules)
  const boats = await listBoatNames(
    trx,
    rows.map(row => row.entryId),
  )
  return rows.map(row => anglers.get(row.anglerId ?? '') ?? boats.get(row.entryId) ?? '')
}

interface RulingRequest {
  req: { param(name: 'id'): string; valid(target: 'json'): { reason: string } }
  var: { person: Person }
}

/** Decisions of organisers and staff in tournaments with rules. */
export function rulingRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit, catalog } = deps

  /** @throws ApiError 403, 409, 429 */
  async function checkRuling(trx: Trx, { person }: RulingRequest['var'], tournament: TournamentRow) {
    const actor = await checkDecider(trx, person, tournament, now())
    await requireRules(trx, tournament)
    await countCreated(trx, deps, { person: person.id }, 'rulings')
    return actor
  }

  const decideOnCatch = (c: RulingRequest, kind: CatchRuling) =>
    inTransaction(db, async trx => {
      const row = await getCatch(trx, paramId<'catch'>(c.req.param('id'), noCatch().message))
      const context = await getEntry(trx, row.entry_id)
      const actor = await checkRuling(trx, c.var, context.tournament)
      await ruleOnCatch(trx, actor, context, row, kind, c.req.valid('json').reason)
      return presentCatch(await getCatch(trx, row.id))
    })

  async function decideOnEntry(c: RulingRequest, kind: EntryRuling) {
    const id = entryIdOf(c.req.param('id'))
    await inTransaction(db, async trx => {
      const context = await getEntry(trx, id)
      const actor = await checkRuling(trx, c.var, context.tournament)
      await ruleOnEntry(trx, actor, context, kind, c.req.valid('json').reason)
    })
    return jsonText<Entry, 200>(await getEntryJson(catalog, id), 200)
  }

  return new EndpointApp()
    .endpoint('PUT /api/catches/:id/disqualification', { limit }, async c =>
      c.json(await decideOnCatch(c, 'catch-disqualified')),
    )
    .endpoint('DELETE /api/catches/:id/disqualification', { limit }, async c =>
      c.json(await decideOnCatch(c, 'catch-reinstated')),
    )
    .endpoint('PUT /api/catches/:id/allowance', { limit }, async c =>
      c.json(await decideOnCatch(c, 'catch-allowed')),
    )
    .endpoint('DELETE /api/catches/:id/allowance', { limit }, async c =>
      c.json(await decideOnCatch(c, 'allowance-lifted')),
    )
    .endpoint('PUT /api/tournament-entries/:id/disqualification', { limit }, c =>
      decideOnEntry(c, 'entry-disqualified'),
    )
    .endpoint('DELETE /api/tournament-entries/:id/disqualification', { limit }, c =>
      decideOnEntry(c, 'entry-reinstated'),
    )
    .endpoint('POST /api/tournament-entries/:id/penalties', { limit }, async c => {
      const { id, key, day = null, count, reason = null } = c.req.valid('json')
      const { person } = c.var
      const { answer, isNew } = await inTransaction(db, async trx => {
        const context = await getEntry(trx, entryIdOf(c.req.param('id')))
        const actor = await checkStaff(trx, person, context.tournament, now())
        const rules = await requireRules(trx, context.tournament)
        const recorded = id && (await findRecorded(trx, id))
        if (recorded) {
          const isSameKind =
            recorded.entry_id === context.entry.id && recorded.key === key && recorded.day === day
          if (!isSameKind || recorded.count !== count || recorded.reason !== reason)
            throw conflict('Another penalty has this id already.')
          return { answer: presentPenalty(recorded, rules), isNew: false }
        }
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const penalty = await penalize(trx, actor, context, rules, { id, key, day, count, reason })
        return { answer: presentPenalty(penalty, rules), isNew: true }
      })
      const location = { Location: `/api/penalties/${answer.id}` }
      return c.json(answer, isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('DELETE /api/penalties/:id', { limit }, async c => {
      const { reason } = c.req.valid('json')
      const { person } = c.var
      await inTransaction(db, async trx => {
        const row = await getPenalty(trx, paramId<'penalty'>(c.req.param('id'), noPenalty().message))
        const context = await getEntry(trx, row.entry_id)
        const actor = await checkDecider(trx, person, context.tournament, now())
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        await endPenalty(trx, actor, context, row, reason)
      })
      return c.body(null, 204)
    })
    .endpoint('PUT /api/tournaments/:id/tie-decisions', { limit }, async c => {
      const { category, day = null, order: names, reason, unlessDecided = false } = c.req.valid('json')
      const { person } = c.var
      const board = await inTransaction(db, async trx => {
        const tournament = await getTournament(trx, tournamentIdOf(c.req.param('id')))
        const actor = await checkDecider(trx, person, tournament, now())
        const rules = await requireRules(trx, tournament)
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const input = await readScoringInput(trx, tournament.id, rules)
        const isOther = (each: { category: string; day: string | null }) =>
          each.category !== category || each.day !== day
        const withoutDecision = { ...input, decisions: input.decisions.filter(isOther) }
        const tiedBoard = categoryBoardsOf(rules, withoutDecision, category).find(each => !isOther(each))
        if (!tiedBoard) throw invalid([{ path: 'category', message: fieldTexts.categoryUnknown }])
        const tie = tiedOrder(tiedBoard, names)
        if (tie === null) throw conflict(fieldTexts.notTied)
        const decision = { tournament: tournament.id, category, day, ...tie, reason }
        const past = await listTieDecisions(trx, decision)
        if (!isRepeatedTieDecision(past, { ...decision, by: person.id })) {
          const earlier = unlessDecided && findTieDecision(past, tie.order)
          if (earlier) {
            const names = await contestantNames(trx, tournament.id, rules, tiedBoard, earlier.order)
            throw conflict(fieldTexts.tieDecided(accountName(earlier) ?? 'An organiser', names))
          }
          await insertTieDecision(trx, { ...decision, by: person.id }, now())
          const { lead } = await rerank(trx, tournament.id)
          await record(trx, {
            kind: 'tie-decided',
            ...actor,
            ...decision,
            lead,
            text: `${rules.categories.find(({ key }) => key === category)?.name ?? category}. ${reason}`,
          })
        }
        const boards = categoryBoardsOf(rules, await readScoringInput(trx, tournament.id, rules), category)
        const decidedBoard = boards.find(each => !isOther(each)) ?? tiedBoard
        return presentBoard(rules, decidedBoard, await listAnglerNames(trx, tournament.id, rules))
      })
      return c.json(board)
    })
}
