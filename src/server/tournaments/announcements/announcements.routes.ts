import { isId, type TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { cachedWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink, type Position } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import {
  cacheAnswers,
  canManageTournament,
  findRole,
  getTournament,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import {
  deleteAnnouncement,
  findPinned,
  findPosted,
  getAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  listOfTournament,
  noAnnouncement,
  pinAnnouncement,
  type ShownAnnouncement,
} from './announcements.queries.ts'

const present = (row: ShownAnnouncement): Announcement => ({
  id: row.id,
  content: row.content,
  pinned: row.pinned === 1,
  createdAt: iso(row.created_at),
  tournament: { id: row.tournament_id, name: row.name },
})

export function announcementRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit } = deps
  const cached = cacheAnswers(deps, ['announcements'])

  async function read(size: number, cursor: string | undefined, tournament: string | undefined) {
    const after: Position = decodePosition(cursor)
    if (tournament === undefined)
      return cutPage(await listAnnouncements(db, size + 1, after, now()), size, cursorOf)
    if (!isId<'tournament'>(tournament)) return { page: [], next: undefined }
    const { page, next } = cutPage(await listOfTournament(db, tournament, size + 1, after), size, cursorOf)
    const pinnedRow = cursor === undefined ? await findPinned(db, tournament) : undefined
    return { page: pinnedRow ? [pinnedRow, ...page] : page, next }
  }

  /** @returns the actor for the log @throws ApiError 403, 404 */
  async function checkOrganiser(trx: Trx, id: TournamentId, person: Person) {
    const role = await findRole(trx, person, await getTournament(trx, id), now())
    if (!canManageTournament(role)) throw forbidden('Only an organiser can announce something or change it.')
    return { tournament: id, by: person.id, role }
  }

  /** @throws ApiError 403, 404 */
  async function getChangeable(trx: Trx, id: string | undefined, person: Person) {
    const row = await getAnnouncement(trx, paramId<'announcement'>(id, noAnnouncement().message))
    return { row, actor: await checkOrganiser(trx, row.tournament_id, person) }
  }

  return new EndpointApp()
    .endpoint('GET /api/announcements', async c => {
      const { limit: size = limits.announcementsPage, cursor, tournamentId } = c.req.valid('query')
      // Throws before the cache.
      decodePosition(cursor)
      const { json, next } = await cached([size, cursor, tournamentId], async () => {
        const { page, next: last } = await read(size, cursor, tournamentId)
        return { json: JSON.stringify(page.map(present)), next: last }
      })
      return cachedWithEtag<Announcement[]>(c, json, nextLink(c, next))
    })
    .endpoint('POST /api/tournaments/:id/announcements', { limit }, async c => {
      const { id: ownId, content, pinned = false } = c.req.valid('json')
      const { person } = c.var
      const tournament = tournamentIdOf(c.req.param('id'))
      const { id, isNew } = await inTransaction(db, async trx => {
        const actor = await checkOrganiser(trx, tournament, person)
        const posted = ownId && (await findPosted(trx, ownId))
        if (posted) {
          if (posted.tournament_id !== tournament || posted.content !== content)
            throw conflict('Another announcement has this id already.')
          return { id: posted.id, isNew: false }
        }
        await countCreated(trx, deps, { person: person.id }, 'updates')
        const announcement = await insertAnnouncement(
          trx,
          { id: ownId, tournament, author: person.id, content, pinned },
          now(),
        )
        await record(trx, {
          kind: 'announcement-posted',
          ...actor,
          at: now(),
          announcement,
          text: content,
        })
        return { id: announcement, isNew: true }
      })
      const location = { Location: `/api/announcements/${id}` }
      return c.json(present(await getAnnouncement(db, id)), isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('PATCH /api/announcements/:id', { limit }, async c => {
      const { pinned } = c.req.valid('json')
      const id = await inTransaction(db, async trx => {
        const { row, actor } = await getChangeable(trx, c.req.param('id'), c.var.person)
        await countCreated(trx, deps, { person: c.var.person.id }, 'changes')
        await pinAnnouncement(trx, row, pinned)
        const text = `${pinned ? 'pinned' : 'unpinned'}: ${row.content}`
        await record(trx, { kind: 'announcement-changed', ...actor, at: now(), announcement: row.id, text })
        return row.id
      })
      return c.json(present(await getAnnouncement(db, id)))
    })
    .endpoint('DELETE /api/announcements/:id', { limit }, async c => {
      await inTransaction(db, async trx => {
        const { row, actor } = await getChangeable(trx, c.req.param('id'), c.var.person)
        await deleteAnnouncement(trx, row.id)
        await record(trx, {
          kind: 'announcement-deleted',
          ...actor,
          at: now(),
          announcement: row.id,
          text: row.content,
        })
      })
      return c.body(null, 204)
    })
}
