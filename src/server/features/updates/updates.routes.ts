import { isId } from '#contract/ids.ts'
import { imageUrl } from '#contract/images.ts'
import { limits } from '#contract/limits.ts'
import type { Update } from '#contract/updates.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { isApprovedCrew } from '#server/features/crew-members/index.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { getEntry, noEntry } from '#server/features/entries/index.ts'
import { checkOwnImage, imageIssues } from '#server/features/images/index.ts'
import type { Snapshot } from '#server/features/tournaments/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden } from '#server/http/errors.ts'
import { type CachedJson, cachedWithEtag, cacheJson, jsonWithEtag } from '#server/http/etag.ts'
import {
  cutPage,
  decodePosition,
  encodePosition,
  fromTheNewest,
  nextLink,
  type Position,
} from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { deleteUpdate, getUpdate, insertUpdate, listUpdates, noUpdate } from './updates.queries.ts'
import { canDeleteUpdate, canPostUpdate, goesWithItsCatch } from './updates.rules.ts'
import type { UpdateRow } from './updates.table.ts'

/** Null when the entry was withdrawn meanwhile. */
function presentUpdate(row: UpdateRow, snapshot: Snapshot): Update | null {
  const entry = snapshot.entries.get(row.entry_id)
  if (!entry) return null
  const { data, tournament } = entry
  return {
    id: row.id,
    content: row.content,
    imageUrl: imageUrl(row.image_id),
    location: row.location,
    createdAt: new Date(row.created_at).toISOString(),
    tournamentEntry: { id: data.id, boat: data.boat, tournament },
  }
}

const cursorOf = ({ created_at: at, id }: UpdateRow) => encodePosition({ at, id })

interface Page {
  updates: Update[]
  next: string | undefined
}

export function updateRoutes(deps: Deps) {
  const { db, now, limitWrites: limit, snapshot: snapshots } = deps

  /** Rebuilt after writes or status changes. */
  let written = 0
  let cached: { written: number; revision: number; json: CachedJson; next: string | undefined } | undefined
  db.changes.listen(['updates'], () => {
    written += 1
  })

  async function read(size: number, after: Position, tournament?: string): Promise<Page> {
    if (tournament !== undefined && !isId<'tournament'>(tournament)) return { updates: [], next: undefined }
    const rows = await listUpdates(db, size + 1, after, tournament)
    const snapshot = await snapshots.read(now())
    const { page, next } = cutPage(rows, size, cursorOf)
    return { updates: page.flatMap(row => presentUpdate(row, snapshot) ?? []), next }
  }

  async function firstPage() {
    const snapshot = await snapshots.read(now())
    if (cached?.written === written && cached.revision === snapshot.revision) return cached
    const at = written
    const { revision } = snapshot
    const { updates, next } = await read(limits.updatesPage, fromTheNewest)
    const made = { written: at, revision, json: cacheJson(JSON.stringify(updates)), next }
    // A slower, earlier build mustn't replace it.
    if (cached === undefined || at >= cached.written) cached = made
    return made
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-updates', async c => {
      const { limit: size, cursor, tournamentId } = c.req.valid('query')
      if (size === undefined && cursor === undefined && tournamentId === undefined) {
        const { json, next } = await firstPage()
        return cachedWithEtag<Update[]>(c, json, nextLink(c, next))
      }
      const { updates, next } = await read(size ?? limits.updatesPage, decodePosition(cursor), tournamentId)
      return jsonWithEtag(c, updates, nextLink(c, next))
    })
    .endpoint(
      'POST /api/tournament-updates',
      { limit, stored: (c, { imageId }) => imageIssues(db, imageId, c.var.person?.id) },
      async c => {
        const { tournamentEntryId, content, location = null, imageId = null } = c.req.valid('json')
        const { person } = c.var
        const row = await inTransaction(db, async trx => {
          const { entry, boat, tournament } = await getEntry(trx, tournamentEntryId)
          if (!canPostUpdate(person, { boat, tournament }, await isApprovedCrew(trx, person.id, boat.id)))
            throw forbidden('Only the boat’s owner, its crew and the organiser can post updates.')
          if (tournament.cancelled_at !== null)
            throw new ApiError('conflict', 'This tournament is cancelled.')
          await checkOwnImage(trx, imageId, person.id)
          await countCreated(trx, deps, { person: person.id }, 'updates')
          return insertUpdate(trx, { entry, author: person.id, content, location, image: imageId }, now())
        })
        const update = presentUpdate(row, await snapshots.read(now()))
        if (!update) throw noEntry()
        return c.json(update, 201)
      },
    )
    .endpoint('DELETE /api/tournament-updates/:id', { limit }, async c => {
      const id = paramId<'update'>(c.req.param('id'), noUpdate().message)
      await inTransaction(db, async trx => {
        const update = await getUpdate(trx, id)
        const { boat, tournament } = await getEntry(trx, update.entry_id)
        if (!canDeleteUpdate(c.var.person, update, { boat, tournament }))
          throw forbidden('Only its author, the boat’s owner and the organiser can delete an update.')
        if (goesWithItsCatch(update))
          throw new ApiError('conflict', 'A weigh-in posted this. Correct or delete the catch instead.')
        await deleteUpdate(trx, id)
      })
      return c.body(null, 204)
    })
}
