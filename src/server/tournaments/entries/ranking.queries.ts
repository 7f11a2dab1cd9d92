import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Lead } from '#contract/record.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import {
  findRules,
  listScoringRows,
  readScoringInput,
  type ScoringRow,
} from '#server/tournaments/scoring/index.ts'
import {
  bestCatchJson,
  correctionOf,
  leadAfter,
  type RankingInput,
  rankOf,
  type Standing,
  type WeighedCatch,
} from './ranking.rules.ts'

/** Returns the catch as the ranking takes it, in an array that is empty without a weight. */
function weighedCatches(row: ScoringRow): WeighedCatch[] {
  const { id, entry_id: entryId, weight_hundredths: weight, ounces, species } = row
  const { caught_at: caughtAt, created_at: recordedAt } = row
  if (weight === null) return []
  const correction = correctionOf(row, { weight, ounces, species })
  const weighedAt = row.weighed_at ?? recordedAt
  return [{ id, entryId, weight, ounces, species, caughtAt, recordedAt, weighedAt, correction }]
}

const readStoredStandings = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .select(['id', 'current_position', 'position_override', 'best_catch', 'best_catch_correction', 'score'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

async function readInput(db: Db, tournament: TournamentId) {
  const rules = await findRules(db, tournament)
  const entries = await readStoredStandings(db, tournament)
  const entryIds = entries.map(({ id }) => id)
  const overrides = new Map<string, number>()
  for (const { id, position_override: override } of entries)
    if (override !== null) overrides.set(id, override)
  const scoring = rules && { rules, input: await readScoringInput(db, tournament, rules) }
  const rows = scoring?.input.rows ?? (await listScoringRows(db, tournament))
  const input: RankingInput = { entryIds, catches: rows.flatMap(weighedCatches), overrides, scoring }
  return { entries, input }
}

/** Reads the input from which the positions follow now. */
export const readRankingInput = async (db: Db, tournament: TournamentId): Promise<RankingInput> =>
  (await readInput(db, tournament)).input

export interface RerankResult {
  standings: ReadonlyMap<string, Standing>
  /** Null if no boat lost the lead or took a free one. */
  lead: Lead | null
}

/** Writes only differences. Call after changing catches or overrides. */
export async function rerank(trx: Trx, tournament: TournamentId): Promise<RerankResult> {
  const { entries, input } = await readInput(trx, tournament)
  const standings = rankOf(input)
  const lead = leadAfter(
    entries.map(({ id, current_position: position, score }) => ({ id, position, score })),
    entries.map(({ id }) => ({ id, position: null, score: null, ...standings.get(id) })),
    input.scoring?.rules.days.map(({ name }) => name) ?? [],
  )
  for (const entry of entries) {
    const standing = standings.get(entry.id)
    if (!standing) continue
    const bestCatch = standing.best && bestCatchJson(standing.best)
    const correction = standing.best?.correction ? JSON.stringify(standing.best.correction) : null
    if (
      standing.position === entry.current_position &&
      bestCatch === entry.best_catch &&
      correction === entry.best_catch_correction &&
      standing.score === entry.score
    )
      continue
    await trx
      .updateTable('entries')
      .set({
        current_position: standing.position,
        best_catch: bestCatch,
        best_catch_correction: correction,
        score: standing.score,
      })
      .where('id', '=', entry.id)
      .execute()
  }
  return { standings, lead }
}

export async function readPositions(db: Db, tournament: TournamentId) {
  const { entries, input } = await readInput(db, tournament)
  const standings = rankOf(input)
  return entries.map(entry => ({
    entryId: entry.id,
    currentPosition: entry.current_position,
    byWeight: standings.get(entry.id)?.byWeight ?? null,
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
): Promise<RerankResult> {
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
