import type { OwnResult, Recap } from '#contract/money/recap.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { getTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { findPublicClip } from '#server/videos/crew-posts/index.ts'
import { readRecap } from './recaps.present.ts'
import { sumOwnResult } from './recaps.queries.ts'

/** Mounted at /api. */
export function recapRoutes(deps: Pick<Deps, 'boards' | 'catalog' | 'db' | 'keys' | 'now' | 'results'>) {
  const { db, catalog } = deps

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/recap', async c => {
      const tournament = await catalog.get(c.req.param('id'))
      const recap = await readRecap(deps, tournament)
      const isOfficial = recap.officialAt !== null
      const clip = isOfficial ? await findPublicClip(deps, tournament.row.id, recap.podium[0]?.boat.id) : null
      return jsonWithEtag<Recap>(c, { ...recap, clip })
    })
    .endpoint('GET /api/tournaments/:id/results/mine', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const { funded, won } = await sumOwnResult(db, id, c.var.person.id)
      return jsonWithEtag<OwnResult>(c, { funded: formatCents(funded), won: formatCents(won) })
    })
}
