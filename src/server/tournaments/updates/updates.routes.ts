import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { isApprovedCrew } from '#server/boats/crew-members/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { cachedWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, nextLink, type Position } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { checkOwnImage, imageIssues } from '#server/storage/images/index.ts'
import { getEntry, noEntry } from '#server/tournaments/entries/index.ts'
import { cacheAnswers, findRole } from '#server/tournaments/tournaments/index.ts'
import { presentUpdate } from './updates.present.ts'
import {
  deleteUpdate,
  findPosted,
  findShownUpdate,
  getUpdate,
  insertUpdate,
  listUpdates,
  noUpdate,
} from './updates.queries.ts'
import { canDeleteUpdate, canPostUpdate } from './updates.rules.ts'

export function updateRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit } = deps
  const cached = cacheAnswers(deps, ['catches', 'updates'])

  async function read(size: number, after: Position, tournament?: string, boat?: string) {
    if (tournament !== undefined && !isId<'tournament'>(tournament)) return { json: '[]' }
    if (boat !== undefined && !isId<'boat'>(boat)) return { json: '[]' }
    const rows = await listUpdates(db, size + 1, after, { tournament, boat })
    const { page, next } = cutPage(rows, size, cursorOf)
    return { json: JSON.stringify(page.map(row => presentUpdate(row, now()))), next }
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-updates', async c => {
      const { limit: size = limits.updatesPage, cursor, tournamentId, boatId } = c.req.valid('query')
      const after = decodePosition(cursor)
      const { json, next } = await cached([size, after, tournamentId, boatId], () =>
        read(size, after, tournamentId, boatId),
      )
      return cachedWithEtag<Update[]>(c, json, nextLink(c, next))
    })
    .endpoint(
      'POST /api/tournament-updates',
      { limit, findIssues: (c, { imageId }) => imageIssues(db, imageId, c.var.person?.id) },
      async c => {
        const { id, tournamentEntryId, content, location = null, imageId = null } = c.req.valid('json')
        const { person } = c.var
        const { row, isNew } = await inTransaction(db, async trx => {
          const { entry, boat, tournament } = await getEntry(trx, tournamentEntryId)
          const role = await findRole(trx, person, tournament, now())
          if (!canPostUpdate(person, { boat, role }, await isApprovedCrew(trx, person.id, boat.id)))
            throw forbidden(
              'Only the boat’s owner, its crew, the organisers and weigh masters can post updates.',
            )
          const posted = id && (await findPosted(trx, id))
          if (posted) {
            if (posted.entry_id !== entry.id || posted.content !== content || posted.location !== location)
              throw conflict('Another update has this id already.')
            return { row: posted, isNew: false }
          }
          if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
          await checkOwnImage(trx, imageId, person.id)
          await countCreated(trx, deps, { person: person.id }, 'updates')
          const fields = { id, entry, author: person.id, content, location, image: imageId }
          const update = await insertUpdate(trx, fields, now())
          await record(trx, {
            kind: 'update-posted',
            at: now(),
            by: person.id,
            tournament: tournament.id,
            role,
            update: update.id,
            text: `${boat.name}: ${content}`,
          })
          return { row: update, isNew: true }
        })
        const shownUpdate = await findShownUpdate(db, row.id)
        if (!shownUpdate) throw noEntry()
        const at = { Location: `/api/tournament-updates/${row.id}` }
        return c.json(presentUpdate(shownUpdate, now()), isNew ? 201 : 200, isNew ? at : {})
      },
    )
    .endpoint('DELETE /api/tournament-updates/:id', { limit }, async c => {
      const id = paramId<'update'>(c.req.param('id'), noUpdate().message)
      const { person } = c.var
      await inTransaction(db, async trx => {
        const update = await getUpdate(trx, id)
        const { boat, tournament } = await getEntry(trx, update.entry_id)
        const role = await findRole(trx, person, tournament, now())
        if (!canDeleteUpdate(person, update, { boat, role }))
          throw forbidden('Only its author, the boat’s owner and an organiser can delete an update.')
        if (update.catch_id !== null)
          throw conflict('A weigh-in posted this. Correct or delete the catch instead.')
        await record(trx, {
          kind: 'update-deleted',
          at: now(),
          by: person.id,
          tournament: tournament.id,
          role,
          update: id,
          text: `${boat.name}: ${update.content}`,
        })
        await deleteUpdate(trx, id)
      })
      return c.body(null, 204)
    })
}
