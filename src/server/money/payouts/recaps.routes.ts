import type { OwnResult, Recap } from '#contract/money/recap.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { getTournament, noTournament } from '#server/tournaments/tournaments/index.ts'
import { readRecap } from './recaps.present.ts'
import { sumOwnResult } from './recaps.queries.ts'

/** Mounted at /api. */
export function recapRoutes(deps: Pick<Deps, 'catalog' | 'db' | 'keys' | 'now' | 'results'>) {
  const { db, catalog } = deps
  const idOf = (id: string | undefined) => paramId<'tournament'>(id, noTournament().message)

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/recap', async c => {
      const found = await catalog.find(idOf(c.req.param('id')))
      if (!found) throw noTournament()
      return jsonWithEtag<Recap>(c, await readRecap(deps, found))
    })
    .endpoint('GET /api/tournaments/:id/results/mine', async c => {
      const { id } = await getTournament(db, idOf(c.req.param('id')))
      const { funded, won } = await sumOwnResult(db, id, c.var.person.id)
      return jsonWithEtag<OwnResult>(c, { funded: formatCents(funded), won: formatCents(won) })
    })
}
