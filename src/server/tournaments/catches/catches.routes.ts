import type { Issue } from '#contract/errors.ts'
import { type CatchId, isId, type TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import type { Catch, OrganiserView, WeighIn } from '#contract/tournaments/catches.ts'
import { inBatches } from '#server/db/batches.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { csvFile } from '#server/http/csv.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodePosition, encodePosition, nextLink, type Position } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { checkOwnImage, imageIssues } from '#server/storage/images/index.ts'
import {
  correctionOf,
  type EntryInContext,
  getEntry,
  noEntry,
  readPositions,
} from '#server/tournaments/entries/index.ts'
import {
  canWeighIn,
  findRole,
  getTournament,
  isOrganiser,
  isSettled,
  noTournament,
  sumHeld,
} from '#server/tournaments/tournaments/index.ts'
import { listUpdatesBy, listWeighInUpdates } from '#server/tournaments/updates/index.ts'
import { catchesCsv } from './catches.csv.ts'
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
import { caughtAtIssues, isSameCatch, similarText, usualCaughtAt, weighInClosed } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'
import { correctCatch, removeCatch, weighIn } from './weigh-in.queries.ts'

const maybeTheSame = (message: string) =>
  new ApiError('conflict', message, { issues: [{ path: 'unlessSimilar', message }] })

function presentCatch(row: CatchRow): Catch {
  const correction = correctionOf(row, { weight: row.weight_hundredths, species: row.species })
  return {
    id: row.id,
    entryId: row.entry_id,
    weight: row.weight_hundredths / 100,
    species: row.species,
    caughtAt: new Date(row.caught_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    ...(correction && { correction }),
  }
}

export function catchRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  async function answer(caught: CatchRow): Promise<WeighIn> {
    const found = await deps.catalog.findEntry(caught.entry_id)
    if (!found) throw noEntry()
    const { entry } = await getEntry(db, caught.entry_id)
    return {
      ...presentCatch(caught),
      entry: found.entry.data,
      positionOverridden: entry.position_override !== null,
    }
  }

  /** @returns who acts, for the log @throws ApiError 403, 409 */
  async function checkWeighIn(trx: Db, person: Person, { tournament }: EntryInContext) {
    const role = await findRole(trx, person, tournament, now())
    if (!canWeighIn(role)) throw forbidden('Only the organisers and weigh masters can weigh in.')
    const closed = weighInClosed(tournament, now())
    if (closed !== null) throw new ApiError('conflict', closed)
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw new ApiError(
        'conflict',
        'The results are confirmed: only the organiser can still correct catches.',
      )
    return { tournament: tournament.id, by: person.id, role }
  }

  async function changeable(trx: Db, id: string | undefined, person: Person) {
    const caught = await getCatch(trx, paramId<'catch'>(id, noCatch().message) satisfies CatchId)
    const context = await getEntry(trx, caught.entry_id)
    return { caught, context, actor: await checkWeighIn(trx, person, context) }
  }

  /** @throws ApiError 403, 404 */
  async function weighInOf(id: string | undefined, person: Person) {
    const tournament = await getTournament(db, paramId<'tournament'>(id, noTournament().message))
    const role = await findRole(db, person, tournament, now())
    if (role === null || !canWeighIn(role))
      throw forbidden('Only the organisers and weigh masters can see the weigh-in.')
    return { tournament, role }
  }

  /** Empty for an unknown entry. */
  async function timeIssues(entry: string | undefined, caughtAt: unknown): Promise<Issue[]> {
    if (!isId<'entry'>(entry) || typeof caughtAt !== 'string') return []
    const { instantOf } = await import('#contract/fields.ts')
    const [found, time] = [await deps.catalog.findEntry(entry), instantOf(caughtAt)]
    return found && time !== null ? caughtAtIssues(time, found.tournament, now()) : []
  }

  async function readCatches(tournament: TournamentId, size: number, after?: Position) {
    const rows = await listCatches(db, tournament, size + 1, after)
    return cutPage(rows, size, ({ created_at: at, id }) => encodePosition({ at, id }))
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/catches', async c => {
      const { tournament } = await weighInOf(c.req.param('id'), c.var.person)
      const { limit: size = limits.catchesPage, cursor } = c.req.valid('query')
      const { page, next } = await readCatches(tournament.id, size, decodePosition(cursor))
      return jsonWithEtag(c, page.map(presentCatch), nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/catches.csv', async c => {
      const { tournament } = await weighInOf(c.req.param('id'), c.var.person)
      const catches: CatchToExport[] = []
      const read = (last: CatchToExport | undefined) =>
        listCatchesToExport(db, tournament.id, limits.catchesPage, last)
      for await (const batch of inBatches(limits.catchesPage, read)) catches.push(...batch)
      return c.body(catchesCsv(catches), 200, csvFile(`catches-${tournament.id}`))
    })
    .endpoint('GET /api/tournaments/:id/desk', async c => {
      const { tournament, role } = await weighInOf(c.req.param('id'), c.var.person)
      const { id } = tournament
      const { limit: size = limits.organiserViewCatches } = c.req.valid('query')
      const { page: catches, next } = await readCatches(id, size)
      const held = isOrganiser(c.var.person, tournament) ? await sumHeld(db, id) : null
      const view: OrganiserView = {
        role,
        catches: catches.map(presentCatch),
        weighInUpdates: await listWeighInUpdates(db, id),
        positions: await readPositions(db, id),
        ...(role === 'weigh-master' && { ownUpdates: await listUpdatesBy(db, id, c.var.person.id) }),
        held: held && { fundings: held.fundings, amount: formatCents(held.cents) },
      }
      const list = new URL('catches', c.req.url).href
      return jsonWithEtag(c, view, nextLink({ req: { url: list } }, next))
    })
    .endpoint(
      'POST /api/tournament-entries/:id/catches',
      {
        limit,
        stored: async (c, { caughtAt, imageId }) => [
          ...(await timeIssues(c.req.param('id'), caughtAt)),
          ...(await imageIssues(db, imageId, c.var.person?.id)),
        ],
      },
      async c => {
        const { id, weight, species, caughtAt, imageId = null, unlessSimilar = false } = c.req.valid('json')
        const { person } = c.var
        const { caught, isNew } = await inTransaction(db, async trx => {
          const context = await getEntry(trx, paramId<'entry'>(c.req.param('id'), noEntry().message))
          const actor = await checkWeighIn(trx, person, context)
          const { tournament } = context
          const issues = caughtAt === undefined ? [] : caughtAtIssues(caughtAt, tournament, now())
          if (issues.length > 0) throw invalid(issues)
          const sent = { entry_id: context.entry.id, weight_hundredths: weight, species }
          const known = id && (await findCatch(trx, id))
          if (known) {
            if (!isSameCatch(known, sent))
              throw new ApiError('conflict', 'Another catch has this id already.')
            return { caught: known, isNew: false }
          }
          if (id && (await isDeleted(trx, id)))
            throw new ApiError('gone', 'This weigh-in was deleted. Weigh the fish in again.')
          const fields = {
            id,
            weight_hundredths: weight,
            species,
            caught_at: caughtAt ?? usualCaughtAt(tournament, now()),
          }
          const similar = unlessSimilar && (await findSimilar(trx, context.entry.id, fields))
          if (similar) throw maybeTheSame(similarText(context.boat.name, similar, fields.caught_at))
          await checkOwnImage(trx, imageId, person.id)
          await countCreated(trx, deps, { person: person.id }, 'catches')
          const caught = await weighIn(trx, context, actor, fields, now(), imageId)
          return { caught, isNew: true }
        })
        return c.json(await answer(caught), isNew ? 201 : 200)
      },
    )
    .endpoint(
      'PATCH /api/catches/:id',
      {
        limit,
        stored: async (c, { caughtAt }) => {
          const id = c.req.param('id')
          const caught = isId<'catch'>(id) ? await findCatch(db, id) : undefined
          return timeIssues(caught?.entry_id, caughtAt)
        },
      },
      async c => {
        const { weight, species, caughtAt } = c.req.valid('json')
        const corrected = await inTransaction(db, async trx => {
          const { caught, context, actor } = await changeable(trx, c.req.param('id'), c.var.person)
          const issues = caughtAt === undefined ? [] : caughtAtIssues(caughtAt, context.tournament, now())
          if (issues.length > 0) throw invalid(issues)
          const fields = {
            weight_hundredths: weight ?? caught.weight_hundredths,
            species: species ?? caught.species,
            caught_at: caughtAt ?? caught.caught_at,
          }
          return correctCatch(trx, context, actor, caught, fields, now())
        })
        return c.json(await answer(corrected))
      },
    )
    .endpoint('DELETE /api/catches/:id', { limit }, async c => {
      await inTransaction(db, async trx => {
        const { caught, context, actor } = await changeable(trx, c.req.param('id'), c.var.person)
        await removeCatch(trx, context, actor, caught, now())
      })
      return c.body(null, 204)
    })
}
