import type { ParsedQuery } from '#contract/endpoints.ts'
import type { BoatId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type {
  BoatCareer,
  BoatEntry,
  BoatProfile,
  TournamentBoat,
} from '#contract/tournaments/boat-profiles.ts'
import { boatIdOf, boatSummary, getBoat } from '#server/boats/boats/index.ts'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodePosition, encodePosition, nextLink } from '#server/http/paging.ts'
import { presentCareer } from './boat-career.present.ts'
import { listHeaviestBySpecies, listHeaviestByTournament, listSettledEntries } from './boat-career.queries.ts'
import { presentProfile, presentResult, presentStanding } from './boat-profiles.present.ts'
import {
  type BoatEntryRow,
  countCrew,
  type EntriesOf,
  listBoatEntries,
  listBoatsOfOthers,
  listEntriesOfBoats,
  listHeaviestCatches,
  readRecord,
} from './boat-profiles.queries.ts'

const cursorOf = ({ starts_at: at, id }: BoatEntryRow) => encodePosition({ at, id })

/** @param mode of the site @throws ApiError 404 */
export async function readBoatProfile(db: Db, id: BoatId, mode: PaymentMode): Promise<BoatProfile> {
  const boat = await getBoat(db, id)
  const [crew, record, catches] = await Promise.all([
    countCrew(db, id),
    readRecord(db, id, mode),
    listHeaviestCatches(db, id),
  ])
  return presentProfile({ boat, crew, record, catches })
}

/** @param mode of the site @throws ApiError 404 */
async function readBoatCareer(db: Db, id: BoatId, mode: PaymentMode): Promise<BoatCareer> {
  const boat = await getBoat(db, id)
  const [entries, heaviest, personalBests] = await Promise.all([
    listSettledEntries(db, boat.id),
    listHeaviestByTournament(db, boat.id),
    listHeaviestBySpecies(db, boat.id),
  ])
  return presentCareer({ entries, heaviest, personalBests, mode })
}

/** Endpoints that are public. */
export function boatProfileRoutes({ db, env, now, catalog }: Pick<Deps, 'db' | 'env' | 'now' | 'catalog'>) {
  const mode = paymentModeOf(env)

  async function readPage(
    of: EntriesOf,
    { limit: size = limits.boatEntriesPage, cursor }: ParsedQuery<'GET /api/boats/:id/entries'>,
  ) {
    const list = await listBoatEntries(db, of, size + 1, decodePosition(cursor))
    const { page, next } = cutPage(list, size, cursorOf)
    const rows = new Map<string, BoatEntryRow>(page.map(row => [row.id, row]))
    const cached = await catalog.findEntries(page.map(({ id }) => id))
    const entries = cached.flatMap(({ entry: { data: entry, tournament } }): BoatEntry[] => {
      const row = rows.get(entry.id)
      return row ? [{ entry, tournament, result: presentResult(row) }] : []
    })
    return { entries, next }
  }

  /** Returns each boat's entry in the tournament that runs, else in the next, by boat. */
  async function readStandings(boats: readonly BoatId[]) {
    const rows = await listEntriesOfBoats(db, boats, now())
    const first = new Map(rows.toReversed().map(({ boat_id: boat, id }) => [boat, id]))
    const entries = await catalog.findEntries([...first.values()])
    return new Map(
      entries.map(({ entry: { data, tournament } }) => [data.boat.id, presentStanding(data, tournament)]),
    )
  }

  return new EndpointApp()
    .endpoint('GET /api/tournament-boats', async c => {
      const { limit: size = limits.listPage, cursor, q: search = '' } = c.req.valid('query')
      const after = decodePosition(cursor)
      const list = { viewer: c.var.person.id, size: size + 1, after, search, now: now() }
      const { page, next } = cutPage(await listBoatsOfOthers(db, list), size, encodePosition)
      const standings = await readStandings(page.map(({ id }) => id))
      const boats = page.map((row): TournamentBoat => {
        const boat = boatSummary(row)
        return { ...boat, entry: standings.get(boat.id) ?? null }
      })
      return jsonWithEtag(c, boats, nextLink(c, next))
    })
    .endpoint('GET /api/boats/:id', async c => {
      const id = boatIdOf(c.req.param('id'))
      return jsonWithEtag(c, await readBoatProfile(db, id, mode))
    })
    .endpoint('GET /api/boats/:id/career', async c => {
      const id = boatIdOf(c.req.param('id'))
      return jsonWithEtag(c, await readBoatCareer(db, id, mode))
    })
    .endpoint('GET /api/boats/:id/entries', async c => {
      const { id } = await getBoat(db, boatIdOf(c.req.param('id')))
      const { entries, next } = await readPage({ boat: id }, c.req.valid('query'))
      return jsonWithEtag(c, entries, nextLink(c, next))
    })
    .endpoint('GET /api/my-boats/entries', async c => {
      const { entries, next } = await readPage({ owner: c.var.person.id }, c.req.valid('query'))
      return jsonWithEtag(c, entries, nextLink(c, next))
    })
}
