import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Lead } from '#contract/record.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { findRules, readScoringInput } from '#server/tournaments/scoring/index.ts'
import {
  bestCatchJson,
  correctionOf,
  type Ranked,
  type RankingInput,
  rankOf,
  type Weighed,
} from './ranking.rules.ts'

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
      'catches.weighed_at',
      'catches.corrected_at',
      'catches.first_weight_hundredths',
      'catches.first_species',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .execute()

/** Returns the catch as the ranking takes it, in an array that is empty without a weight. */
function weighedOf(row: Awaited<ReturnType<typeof readWeighed>>[number]): Weighed[] {
  const { id, entry_id: entryId, weight_hundredths: weight, ounces, species } = row
  const { caught_at: caughtAt, created_at: recordedAt } = row
  if (weight === null) return []
  const correction = correctionOf(row, { weight, ounces, species })
  const weighedAt = row.weighed_at ?? recordedAt
  return [{ id, entryId, weight, ounces, species, caughtAt, recordedAt, weighedAt, correction }]
}

const readStanding = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .select(['id', 'current_position', 'position_override', 'best_catch', 'best_catch_correction', 'score'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .execute()

async function readInput(
  db: Db,
  tournament: TournamentId,
): Promise<{ entries: Standing[]; input: RankingInput }> {
  const rules = await findRules(db, tournament)
  const entries = await readStanding(db, tournament)
  const entryIds = entries.map(({ id }) => id)
  const overrides = new Map<string, number>()
  for (const { id, position_override: decided } of entries) if (decided !== null) overrides.set(id, decided)
  if (rules === null) {
    const catches = (await readWeighed(db, tournament)).flatMap(weighedOf)
    return { entries, input: { entryIds, catches, overrides, ruled: null } }
  }
  const input = await readScoringInput(db, tournament, rules)
  const catches = input.rows.flatMap(weighedOf)
  return { entries, input: { entryIds, catches, overrides, ruled: { rules, input } } }
}

/** Reads what decides the positions now. */
export const readRankingInput = async (db: Db, tournament: TournamentId): Promise<RankingInput> =>
  (await readInput(db, tournament)).input

async function readRanking(
  db: Db,
  tournament: TournamentId,
): Promise<{ entries: Standing[]; ranked: Map<string, Ranked> }> {
  const { entries, input } = await readInput(db, tournament)
  return { entries, ranked: rankOf(input) }
}

export interface Reranked {
  ranked: ReadonlyMap<string, Ranked>
  /** Change of the lead, or null if the first place is as before, or free. */
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

/**
 * Sets the override of a position, or removes it with null.
 * The previous holder returns to its place by weight.
 */
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
