import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { hasBoats, isShownTournament } from '#server/tournaments/tournaments/index.ts'

/**
 * Returns totals of running and finished tournaments with boats; each boat counts once.
 * @param now milliseconds since 1970
 */
export async function readTotals(db: Db, now: number) {
  const startedTournaments = db
    .selectFrom('tournaments')
    .where('starts_at', '<=', now)
    .where('cancelled_at', 'is', null)
    .where(isShownTournament)
  const { tournaments, prize_pool_cents } = await startedTournaments
    .select(({ fn }) => [
      fn.countAll<number>().as('tournaments'),
      fn.coalesce(fn.sum<number>('prize_pool_cents'), sql<number>`0`).as('prize_pool_cents'),
    ])
    .where(hasBoats)
    .executeTakeFirstOrThrow()
  const { boats } = await startedTournaments
    // SQLite keeps the order of a cross join: else it reads all entries.
    .crossJoin('entries')
    .whereRef('entries.tournament_id', '=', 'tournaments.id')
    .select(({ fn }) => fn.count<number>('entries.boat_id').distinct().as('boats'))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { tournaments, boats, prize_pool_cents }
}
