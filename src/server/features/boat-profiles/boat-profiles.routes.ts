import type { BoatEntry, BoatProfile } from '#contract/boat-profiles.ts'
import type { BoatId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { getBoat } from '#server/features/boats/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodePosition, encodePosition, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { presentProfile, presentResult } from './boat-profiles.present.ts'
import {
  type BoatEntryRow,
  countCrew,
  listBoatEntries,
  listHeaviestCatches,
  readRecord,
} from './boat-profiles.queries.ts'

const boatId = (id: string | undefined) => paramId<'boat'>(id, 'There is no such boat.')
const cursorOf = ({ starts_at: at, id }: BoatEntryRow) => encodePosition({ at, id })

/** @throws ApiError 404 */
export async function readBoatProfile(db: Db, id: BoatId): Promise<BoatProfile> {
  const boat = await getBoat(db, id)
  const [crew, record, catches] = await Promise.all([
    countCrew(db, id),
    readRecord(db, id),
    listHeaviestCatches(db, id),
  ])
  return presentProfile({ boat, crew, record, catches })
}

/** Public. */
export function boatProfileRoutes({ db, catalog }: Deps) {
  async function present(row: BoatEntryRow): Promise<BoatEntry[]> {
    const found = await catalog.findEntry(row.id)
    if (!found) return []
    const { data, tournament } = found.entry
    return [{ entry: data, tournament, result: presentResult(row) }]
  }

  return new EndpointApp()
    .endpoint('GET /api/boats/:id', async c => {
      return jsonWithEtag(c, await readBoatProfile(db, boatId(c.req.param('id'))))
    })
    .endpoint('GET /api/boats/:id/entries', async c => {
      const { limit: size = limits.boatEntriesPage, cursor } = c.req.valid('query')
      const boat = await getBoat(db, boatId(c.req.param('id')))
      const rows = await listBoatEntries(db, boat.id, size + 1, decodePosition(cursor))
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, (await Promise.all(page.map(present))).flat(), nextLink(c, next))
    })
}
