import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import type { Db } from '#server/db/connection.ts'

/** Tournaments whose status, category or funding the clock changed in (from, to]. Milliseconds since 1970. */
export async function changedByClock(
  db: Db,
  { from, to, most }: { from: number; to: number; most: number },
): Promise<TournamentId[]> {
  const ids = new Set<TournamentId>()
  const instants = [
    ['starts_at', 0],
    ['ends_at', 0],
    ['funding_closes_at', 0],
    ['starts_at', limits.upcomingWindowDays * day],
  ] as const
  for (const [column, ahead] of instants) {
    const rows = await db
      .selectFrom('tournaments')
      .select('id')
      .where(column, '>', from + ahead)
      .where(column, '<=', to + ahead)
      .limit(most)
      .execute()
    for (const row of rows) ids.add(row.id)
  }
  return [...ids]
}
