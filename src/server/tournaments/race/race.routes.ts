import type { Race } from '#contract/tournaments/race.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { cachedWithEtag } from '#server/http/etag.ts'

export const raceRoutes = ({ catalog, races }: Pick<Deps, 'catalog' | 'races'>) =>
  new EndpointApp().endpoint('GET /api/tournaments/:id/race', async c => {
    const tournament = await catalog.get(c.req.param('id'))
    return cachedWithEtag<Race>(c, (await races.read(tournament.row.id)).json)
  })
