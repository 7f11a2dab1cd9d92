import { isoOrNull } from '#contract/iso.ts'
import { codePath, passParam } from '#contract/qr-code.ts'
import type { EmbedAddresses } from '#contract/tournaments/tournaments.ts'
import { boatIdOf, getBoat } from '#server/boats/boats/index.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Person, Visitor } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { type GateEntry, passEnd } from '#server/people/gate/index.ts'
import { qrResponse } from '#server/qr-code.ts'
import { entryIdOf, getEntry } from '#server/tournaments/entries/index.ts'
import {
  canManageTournament,
  findRole,
  getTournament,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'

type PosterRequest = Pick<AppContext, 'req' | 'body'> & { var: Pick<Visitor, 'origin'> }

const codeOf = (c: PosterRequest, path: string, pass: string | null = null): Promise<Response> =>
  qrResponse(c, c.var.origin + codePath(path, pass))

/** @param passOf of a locked site; null: it isn't locked */
export function sharingRoutes(
  { db, now, catalog }: Pick<Deps, 'catalog' | 'db' | 'now'>,
  passOf: GateEntry['passOf'],
) {
  /** @throws ApiError 403, 404 */
  async function ownTournament(id: string | undefined, person: Person) {
    const tournament = await getTournament(db, tournamentIdOf(id))
    if (!canManageTournament(await findRole(db, person, tournament, now())))
      throw forbidden('Only an organiser can hand out passes.')
    return tournament
  }

  /** @throws ApiError 404 */
  const boatId = async (param: string | undefined) => (await getBoat(db, boatIdOf(param))).id

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/pass.svg', async c => {
      const { id } = await ownTournament(c.req.param('id'), c.var.person)
      return codeOf(c, `/tournament/${id}`, passOf(c.var, id))
    })
    .endpoint('GET /api/tournament-entries/:id/pass.svg', async c => {
      const { entry, boat } = await getEntry(db, entryIdOf(c.req.param('id')))
      const { id } = await ownTournament(entry.tournament_id, c.var.person)
      const pass = passOf(c.var, id)
      return codeOf(c, `/boat/${boat.id}`, pass && `${id}.${pass}`)
    })
    .endpoint('GET /api/tournaments/:id/embed', async c => {
      const tournament = await ownTournament(c.req.param('id'), c.var.person)
      const { id } = tournament
      const pass = passOf(c.var, id)
      const query = pass === null ? '' : `?${new URLSearchParams({ [passParam]: pass })}`
      const { origin } = c.var
      return jsonWithEtag<EmbedAddresses>(c, {
        leaderboard: `${origin}/embed/${id}${query}`,
        feed: `${origin}/tournament/${id}/updates.atom${query}`,
        passEndsAt: isoOrNull(pass === null ? null : passEnd(tournament)),
      })
    })
    .endpoint('GET /api/tournaments/:id/qr.svg', async c => {
      const { row } = await catalog.get(c.req.param('id'))
      return codeOf(c, `/tournament/${row.id}`)
    })
    .endpoint('GET /api/boats/:id/qr.svg', async c => {
      return codeOf(c, `/boat/${await boatId(c.req.param('id'))}`)
    })
    .endpoint('GET /api/boats/:id/crew-qr.svg', async c =>
      codeOf(c, `/boat/${await boatId(c.req.param('id'))}/crew`),
    )
}
