import { codePath, passParam } from '#contract/qr-code.ts'
import type { EmbedAddresses } from '#contract/tournaments/tournaments.ts'
import { getBoat } from '#server/boats/boats/index.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Person, Visitor } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { type GateEntry, passEnd } from '#server/people/gate/index.ts'
import { qrResponse } from '#server/qr-code.ts'
import { entryIdOf, getEntry } from '#server/tournaments/entries/index.ts'
import { canManageTournament, findRole, getTournament } from '#server/tournaments/tournaments/index.ts'

const noTournament = 'There is no such tournament.'

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
    const tournament = await getTournament(db, paramId<'tournament'>(id, noTournament))
    if (!canManageTournament(await findRole(db, person, tournament, now())))
      throw forbidden('Only an organiser can hand out passes.')
    return tournament
  }

  /** @throws ApiError 404 */
  const boatId = async (id: string | undefined) =>
    (await getBoat(db, paramId<'boat'>(id, 'There is no such boat.'))).id

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
        passEndsAt: pass === null ? null : new Date(passEnd(tournament)).toISOString(),
      })
    })
    .endpoint('GET /api/tournaments/:id/qr.svg', async c => {
      const id = paramId<'tournament'>(c.req.param('id'), noTournament)
      if ((await catalog.find(id)) === null) throw notFound(noTournament)
      return codeOf(c, `/tournament/${id}`)
    })
    .endpoint('GET /api/boats/:id/qr.svg', async c => {
      return codeOf(c, `/boat/${await boatId(c.req.param('id'))}`)
    })
    .endpoint('GET /api/boats/:id/crew-qr.svg', async c =>
      codeOf(c, `/boat/${await boatId(c.req.param('id'))}/crew`),
    )
}
