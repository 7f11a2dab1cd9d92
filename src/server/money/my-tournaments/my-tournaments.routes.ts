import { limits } from '#contract/limits.ts'
import type { TournamentStage } from '#contract/money/my-tournaments.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeCursor, nextLink } from '#server/http/paging.ts'
import { listRules } from '#server/tournaments/scoring/index.ts'
import { protestsUntil } from '#server/tournaments/tournaments/index.ts'
import { presentOwnTournament } from './my-tournaments.present.ts'
import {
  countBoatsAsking,
  countOpenProtests,
  listOwnTournaments,
  sumHeld,
  sumOwed,
} from './my-tournaments.queries.ts'
import { chosenPotsOf, decodeStagePlace, encodeStagePlace } from './my-tournaments.rules.ts'

export function myTournamentRoutes({ db, env, now, catalog }: Deps) {
  const mode = paymentModeOf(env)
  return new EndpointApp().endpoint('GET /api/my-tournaments', async c => {
    const { limit: size = limits.myTournamentsPage, cursor } = c.req.valid('query')
    const after = decodeCursor(cursor, decodeStagePlace)
    const places = await listOwnTournaments(db, c.var.person.id, { size: size + 1, after, mode }, now())
    const { page, next } = cutPage(places, size, encodeStagePlace)
    const at = (...stages: TournamentStage[]) =>
      page.flatMap(({ id, stage }) => (stages.includes(stage) ? [id] : []))
    const debts = await sumOwed(db, at('payouts'), mode)
    const heldCents = await sumHeld(db, at('results', 'payouts', 'finished'), mode)
    const rules = await listRules(db, at('results'))
    const protests = await countOpenProtests(db, at('live', 'results', 'payouts', 'finished'))
    const boatsAsking = await countBoatsAsking(db, chosenPotsOf(await listRules(db, at('upcoming'))))
    const tournaments = new Map((await catalog.findMany(page)).map(each => [each.row.id, each]))
    const answer = page.flatMap(({ id, stage }) => {
      const tournament = tournaments.get(id)
      if (!tournament) return []
      return [
        presentOwnTournament(tournament, stage, {
          debt: debts.get(id),
          heldCents: heldCents.get(id) ?? 0,
          protestsUntil: protestsUntil(tournament.row, rules.get(id) ?? null),
          openProtests: protests.get(id) ?? 0,
          boatsAsking: boatsAsking.get(id) ?? 0,
        }),
      ]
    })
    return jsonWithEtag(c, answer, nextLink(c, next))
  })
}
