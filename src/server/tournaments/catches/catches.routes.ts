import type { Issue } from '#contract/errors.ts'
import { type CatchId, isId, type TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import type { Actor } from '#contract/record.ts'
import type { OrganiserView, WeighIn } from '#contract/tournaments/catches.ts'
import { inBatches } from '#server/db/batches.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, conflict, forbidden, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink, type Position } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { checkOwnImage, imageIssues } from '#server/storage/images/index.ts'
import {
  type EntryInContext,
  entryIdOf,
  getEntry,
  noEntry,
  readPositions,
} from '#server/tournaments/entries/index.ts'
import { listSlipNumbers, wasWeighedInFor } from '#server/tournaments/log/index.ts'
import {
  findRules,
  findRulesVersion,
  listAnglersByEntry,
  listPenalties,
  presentPlaces,
} from '#server/tournaments/scoring/index.ts'
import {
  canWeighIn,
  findRole,
  getTournament,
  isOrganiser,
  isSettled,
  sumRefundable,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { listUpdatesBy, listWeighInUpdates } from '#server/tournaments/updates/index.ts'
import { applyCorrection, fitIssues, requireReason } from './apply-correction.ts'
import { catchesCsv } from './catches.csv.ts'
import { presentCatch } from './catches.present.ts'
import {
  type CatchToExport,
  findCatch,
  findSimilar,
  getCatch,
  isDeleted,
  listCatches,
  listCatchesToExport,
  noCatch,
} from './catches.queries.ts'
import { caughtAtIssues, isSameCatch, similarText, usualCaughtAt, weighInRefusal } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'
import { fieldsOf, missingIssues } from './ruled-catches.rules.ts'
import { removeCatch, weighIn } from './weigh-in.queries.ts'

export function catchRoutes(deps: WriteDeps & Pick<Deps, 'boards' | 'catalog'>) {
  const { db, now, limitWrites: limit } = deps

  async function answer(row: CatchRow): Promise<WeighIn> {
    const cached = await deps.catalog.findEntry(row.entry_id)
    if (!cached) throw noEntry()
    const { id, public_log: isPublic, is_ruled: isRuled } = cached.tournament
    const ruledBoards = isRuled === 1 ? await deps.boards.read(id) : null
    const slip = isPublic === 1 ? (await listSlipNumbers(db, id, [row.id])).get(row.id) : undefined
    const fish = { catchId: row.id, entryId: row.entry_id }
    return {
      ...presentCatch(row),
      entry: cached.entry.data,
      positionOverridden: cached.entry.data.positionDecided === true,
      ...(ruledBoards && { places: presentPlaces(ruledBoards.rules, ruledBoards.boards, fish) }),
      ...(slip !== undefined && { slip }),
    }
  }

  /** @throws ApiError 403, 409 */
  async function checkWeighIn(trx: Db, person: Person, { tournament }: EntryInContext): Promise<Actor> {
    const role = await findRole(trx, person, tournament, now())
    if (!canWeighIn(role)) throw forbidden('Only the organisers and weigh masters can weigh in.')
    const reason = weighInRefusal(tournament, now())
    if (reason !== null) throw conflict(reason)
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw new ApiError(
        'conflict',
        'The results are confirmed: only the organiser can still correct catches.',
      )
    return { by: person.id, role, at: now() }
  }

  async function getChangeable(trx: Db, id: string | undefined, person: Person) {
    const row = await getCatch(trx, paramId<'catch'>(id, noCatch().message) satisfies CatchId)
    const context = await getEntry(trx, row.entry_id)
    return { row, context, actor: await checkWeighIn(trx, person, context) }
  }

  /** @throws ApiError 403, 404 */
  async function requireStaff(id: string | undefined, person: Person) {
    const tournament = await getTournament(db, tournamentIdOf(id))
    const role = await findRole(db, person, tournament, now())
    if (!canWeighIn(role)) throw forbidden('Only the organisers and weigh masters can see the weigh-in.')
    return { tournament, role }
  }

  /** Returns the faults of a stated time of catch, or none for an unknown entry. */
  async function timeIssues(entry: string | undefined, caughtAt: unknown): Promise<Issue[]> {
    if (!isId<'entry'>(entry) || typeof caughtAt !== 'string') return []
    const { instantOf } = await import('#contract/fields.ts')
    const [cached, time] = [await deps.catalog.findEntry(entry), instantOf(caughtAt)]
    return cached && time !== null ? caughtAtIssues(time, cached.tournament, now()) : []
  }

  /** Returns the faults of stated measures. Treats an unknown entry as one without rules. */
  async function measureIssues(entry: string | undefined, input: Record<string, unknown>): Promise<Issue[]> {
    const cached = isId<'entry'>(entry) ? await deps.catalog.findEntry(entry) : null
    const rules = cached && (await findRules(db, cached.tournament.id))
    const { weight, ounces, length, released } = input
    return missingIssues(rules, { weight, ounces, length, released: released === true })
  }

  async function readCatches(tournament: TournamentId, size: number, after?: Position) {
    const rows = await listCatches(db, tournament, size + 1, after)
    return cutPage(rows, size, cursorOf)
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/catches', async c => {
      const { tournament } = await requireStaff(c.req.param('id'), c.var.person)
      const { limit: size = limits.catchesPage, cursor } = c.req.valid('query')
      const { page, next } = await readCatches(tournament.id, size, decodePosition(cursor))
      return jsonWithEtag(c, page.map(presentCatch), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/catches.csv', async c => {
      const { tournament } = await requireStaff(c.req.param('id'), c.var.person)
      const catches: CatchToExport[] = []
      const read = (last: CatchToExport | undefined) =>
        listCatchesToExport(db, tournament.id, limits.catchesPage, last)
      for await (const batch of inBatches(limits.catchesPage, read)) catches.push(...batch)
      const rules = await findRules(db, tournament.id)
      return c.body(catchesCsv(catches, rules), 200, csvFile(`catches-${tournament.id}`))
    })
    .endpoint('GET /api/tournaments/:id/desk', async c => {
      const { tournament, role } = await requireStaff(c.req.param('id'), c.var.person)
      const { id } = tournament
      const { limit: size = limits.organiserViewCatches } = c.req.valid('query')
      const { page: catches, next } = await readCatches(id, size)
      const { rules = null } = (await findRulesVersion(db, id)) ?? {}
      const refundable = isOrganiser(c.var.person, tournament) ? await sumRefundable(db, id) : null
      const view: OrganiserView = {
        role,
        catches: catches.map(presentCatch),
        weighInUpdates: await listWeighInUpdates(db, id),
        positions: await readPositions(db, id),
        ...(tournament.public_log === 1 && {
          slips: Object.fromEntries(
            await listSlipNumbers(
              db,
              id,
              catches.map(row => row.id),
            ),
          ),
        }),
        ...(rules && {
          penalties: await listPenalties(db, id),
          rules,
          anglers: await listAnglersByEntry(db, id),
        }),
        ...(role === 'weigh-master' && { ownUpdates: await listUpdatesBy(db, id, c.var.person.id) }),
        held: refundable && { fundings: refundable.fundings, amount: formatCents(refundable.cents) },
      }
      const list = new URL('catches', c.req.url).href
      return jsonWithEtag(c, view, nextLink({ req: { url: list } }, next))
    })
    .endpoint(
      'POST /api/tournament-entries/:id/catches',
      {
        limit,
        findIssues: async (c, { caughtAt, imageId, ...input }) => [
          ...(await measureIssues(c.req.param('id'), input)),
          ...(await timeIssues(c.req.param('id'), caughtAt)),
          ...(await imageIssues(db, imageId, c.var.person?.id)),
        ],
      },
      async c => {
        const body = c.req.valid('json')
        const { id, species, caughtAt, imageId = null, unlessSimilar = false } = body
        const { person } = c.var
        const { row, isNew } = await inTransaction(db, async trx => {
          const context = await getEntry(trx, entryIdOf(c.req.param('id')))
          const { tournament, entry } = context
          const rules = await findRules(trx, tournament.id)
          const existing = id && (await findCatch(trx, id))
          // Since the first request, staff may have moved the fish, and the tournament lost its rules.
          const isRepeat =
            existing &&
            (existing.entry_id === entry.id ||
              (await wasWeighedInFor(trx, tournament.id, existing.id, entry.id))) &&
            [true, rules !== null].some(isRuled =>
              isSameCatch(existing, { ...fieldsOf(isRuled, body), species }),
            )
          // So may the person's role have ended, or the results have been confirmed.
          if (isRepeat && existing.recorded_by === person.id) return { row: existing, isNew: false }
          const actor = await checkWeighIn(trx, person, context)
          if (isRepeat) return { row: existing, isNew: false }
          if (existing) throw conflict('Another catch has this id already.')
          const at = caughtAt ?? usualCaughtAt(tournament, actor.at, rules, body.weighedAt)
          const issues = caughtAt === undefined ? [] : caughtAtIssues(caughtAt, tournament, actor.at)
          issues.push(
            ...missingIssues(rules, body),
            ...(await fitIssues(trx, rules, entry.id, { ...body, caughtAt: at }, actor.at)),
          )
          const fields = { ...fieldsOf(rules !== null, body), species, caught_at: at }
          // Rules, anglers and dates may have changed since the first request.
          if (issues.length > 0) throw invalid(issues)
          if (id && (await isDeleted(trx, id)))
            throw new ApiError('gone', 'This weigh-in was deleted. Weigh the fish in again.')
          const similar = unlessSimilar && (await findSimilar(trx, entry.id, fields))
          if (similar) {
            const message = similarText(context.boat.name, similar, at)
            throw new ApiError('conflict', message, { issues: [{ path: 'unlessSimilar', message }] })
          }
          await checkOwnImage(trx, imageId, person.id)
          await countCreated(trx, deps, { person: person.id }, 'catches')
          const row = await weighIn(trx, context, actor, { id, ...fields }, imageId)
          return { row, isNew: true }
        })
        const location = { Location: `/api/catches/${row.id}` }
        return c.json(await answer(row), isNew ? 201 : 200, isNew ? location : {})
      },
    )
    .endpoint(
      'PATCH /api/catches/:id',
      {
        limit,
        findIssues: async (c, { caughtAt }) => {
          const id = c.req.param('id')
          const row = isId<'catch'>(id) ? await findCatch(db, id) : undefined
          return timeIssues(row?.entry_id, caughtAt)
        },
      },
      async c => {
        const correctedRow = await inTransaction(db, async trx => {
          const { row, context, actor } = await getChangeable(trx, c.req.param('id'), c.var.person)
          await countCreated(trx, deps, { person: c.var.person.id }, 'changes')
          return applyCorrection(trx, context, actor, row, c.req.valid('json'))
        })
        return c.json(await answer(correctedRow))
      },
    )
    .endpoint('DELETE /api/catches/:id', { limit }, async c => {
      const { undo = false, reason = null } = c.req.valid('json')
      await inTransaction(db, async trx => {
        const { row, context, actor } = await getChangeable(trx, c.req.param('id'), c.var.person)
        const isUndo = undo && row.recorded_by === c.var.person.id && actor.at - row.created_at <= undoWithin
        if (!isUndo && (await findRules(trx, context.tournament.id)) !== null) requireReason(reason)
        await removeCatch(trx, context, actor, row, { undone: isUndo, reason })
      })
      return c.body(null, 204)
    })
}

/** Milliseconds; a phone's queue may be late. */
const undoWithin = 10 * 60_000
