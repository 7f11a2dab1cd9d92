import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Lead } from '#contract/record.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { categoryBoardsOf, findRules, readScoringInput } from '#server/tournaments/scoring/index.ts'
import { bestCatchJson, correctionOf, type Ranked, rank, rankByRules, type Weighed } from './ranking.rules.ts'

interface Standing {
  id: EntryId
  current_position: number | null
  position_override: number | null
  best_catch: string | null
  best_catch_correction: string | null
  score: string | null
}

const readWeighed = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .select([
      'catches.id',
      'catches.entry_id',
      'catches.weight_hundredths',
      'catches.ounces',
      'catches.species',
      'catches.caught_at',
      'catches.created_at',
      'catches.corrected_at',
      'catches.first_weight_hundredths',
      'catches.first_species',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .execute()

/** Empty without a weight. */
function weighedOf(row: Awaited<ReturnType<typeof readWeighed>>[number]): Weighed[] {
  const { id, entry_id: entryId, weight_hundredths: weight, ounces, species } = row
  if (weight === null) return []
  const correction = correctionOf(row, { weight, ounces, species })
  return [
    { id, entryId, weight, ounces, species, caughtAt: row.caught_at, recordedAt: row.created_at, correction },
  ]
}

async function readRanking(
  db: Db,
  tournament: TournamentId,
): Promise<{ entries: Standing[]; ranked: Map<string, Ranked> }> {
  const rules = await findRules(db, tournament)
  const entries = await db
    .selectFrom('entries')
    .select(['id', 'current_position', 'position_override', 'best_catch', 'best_catch_correction', 'score'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .execute()
  const ids = entries.map(({ id }) => id)
  if (rules !== null) {
    const [main] = rules.categories
    const input = await readScoringInput(db, tournament, rules)
    const boards = main === undefined ? [] : categoryBoardsOf(rules, input, main.key)
    return { entries, ranked: rankByRules(rules, boards, ids, input.rows.flatMap(weighedOf)) }
  }
  const catches = (await readWeighed(db, tournament)).flatMap(weighedOf)
  const overrides = new Map<string, number>()
  for (const { id, position_override: decided } of entries) if (decided !== null) overrides.set(id, decided)
  return {
    entries,
    ranked: rank(ids, catches, overrides),
  }
}

export interface Reranked {
  ranked: ReadonlyMap<string, Ranked>
  /** Null: the first place is as before, or free. */
  lead: Lead | null
}

/** Writes only differences. Call after changing catches or overrides. */
export async function rerank(trx: Trx, tournament: TournamentId): Promise<Reranked> {
  const { entries, ranked } = await readRanking(trx, tournament)
  const lost = entries.find(({ current_position: place }) => place === 1)?.id ?? null
  const took = entries.find(({ id }) => ranked.get(id)?.position === 1)?.id ?? null
  for (const entry of entries) {
    const now = ranked.get(entry.id)
    if (!now) continue
    const bestCatch = now.best && bestCatchJson(now.best)
    const correction = now.best?.correction ? JSON.stringify(now.best.correction) : null
    if (
      now.position === entry.current_position &&
      bestCatch === entry.best_catch &&
      correction === entry.best_catch_correction &&
      now.score === entry.score
    )
      continue
    await trx
      .updateTable('entries')
      .set({
        current_position: now.position,
        best_catch: bestCatch,
        best_catch_correction: correction,
        score: now.score,
      })
      .where('id', '=', entry.id)
      .execute()
  }
  return { ranked, lead: took === null || took === lost ? null : { took, lost } }
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
): Promise<Reranked> {
  if (position !== null)
    await trx
      .updateTable('entries')
      .set({ position_override: null })
      .where('tournament_id', '=', tournament)
      .where('position_override', '=', position)
      .execute()
  await trx.updateTable('entries').set({ position_override: position }).where('id', '=', entry).execute()
  return rerank(trx, tournament)
}
