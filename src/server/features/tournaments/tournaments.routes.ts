import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { presentTournament } from './tournaments.present.ts'
import { type EntryWithBoat, listEntries, listTournaments } from './tournaments.queries.ts'

/** Mounted at /api/tournaments. */
export function tournamentRoutes({ db, now }: Deps) {
  return new Hono<AppEnv>().get('/', async c => {
    const [tournaments, entries] = await Promise.all([listTournaments(db), listEntries(db)])
    const byTournament = Map.groupBy(entries, (entry: EntryWithBoat) => entry.tournament_id)
    const at = now()
    return jsonWithEtag(
      c,
      tournaments.map(row => presentTournament(row, byTournament.get(row.id) ?? [], at)),
    )
  })
}
