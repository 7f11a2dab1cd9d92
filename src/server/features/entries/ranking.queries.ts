import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { bestCatchJson, type Ranked, rank } from './ranking.rules.ts'

interface Standing {
  id: EntryId
  current_position: number | null
  position_override: number | null
  best_catch: string | null
}

async function readRanking(
  db: Db,
  tournament: TournamentId,
): Promise<{ entries: Standing[]; ranked: Map<string, Ranked> }> {
  const entries = await db
    .selectFrom('entries')
    .select(['id', 'current_position', 'position_override', 'best_catch'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .execute()
  const catches = await db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .select([
      'catches.id',
      'catches.entry_id as entryId',
      'catches.weight_hundredths as weight',
      'catches.species',
      'catches.caught_at as caughtAt',
      'catches.created_at as recordedAt',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .execute()
  const overrides = new Map<string, number>()
  for (const { id, position_override: decided } of entries) if (decided !== null) overrides.set(id, decided)
  return {
    entries,
    ranked: rank(
      entries.map(({ id }) => id),
      catches,
      overrides,
    ),
  }
}

/** Writes only differences. Call after changing catches or overrides. */
export async function rerank(trx: Trx, tournament: TournamentId): Promise<void> {
  const { entries, ranked } = await readRanking(trx, tournament)
  for (const entry of entries) {
    const now = ranked.get(entry.id)
    if (!now) continue
    const bestCatch = now.best && bestCatchJson(now.best)
    if (now.position === entry.current_position && bestCatch === entry.best_catch) continue
    await trx
      .updateTable('entries')
      .set({ current_position: now.position, best_catch: bestCatch })
      .where('id', '=', entry.id)
      .execute()
  }
}

export async function readPositions(db: Db, tournament: TournamentId) {
  const { entries, ranked } = await readRanking(db, tournament)
  return entries.map(entry => ({
    entryId: entry.id,
    currentPosition: entry.current_position,
    byWeight: ranked.get(entry.id)?.byWeight ?? null,
    override: entry.position_override,
  }))
}

/** Null removes the override; the position's previous holder returns to its place by weight. */
export async function decidePosition(
  trx: Trx,
  tournament: TournamentId,
  entry: EntryId,
  position: number | null,
): Promise<void> {
  if (position !== null)
    await trx
      .updateTable('entries')
      .set({ position_override: null })
      .where('tournament_id', '=', tournament)
      .where('position_override', '=', position)
      .execute()
  await trx.updateTable('entries').set({ position_override: position }).where('id', '=', entry).execute()
  await rerank(trx, tournament)
}
