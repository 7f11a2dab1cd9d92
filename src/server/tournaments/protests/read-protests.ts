import type { ProtestId, TournamentId } from '#contract/ids.ts'
import { isoOrNull } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import type { Protest, ProtestSubjects, ProtestWindow } from '#contract/tournaments/protests.ts'
import type { Db } from '#server/db/connection.ts'
import { presentCatch } from '#server/tournaments/catches/index.ts'
import type { EntryInContext } from '#server/tournaments/entries/index.ts'
import { findRules, presentPenalty } from '#server/tournaments/scoring/index.ts'
import { protestsUntil, type TournamentRow } from '#server/tournaments/tournaments/index.ts'
import { countHolds } from './holds.queries.ts'
import { listLatestCatches, listStandingPenalties, readProtestParts } from './protest-parts.queries.ts'
import { presentProtest } from './protests.present.ts'
import { countProtests, getProtest } from './protests.queries.ts'
import type { ProtestRow } from './protests.table.ts'

/** Returns the protests as the public reads them. */
export async function presentProtests(
  db: Db,
  tournament: TournamentId,
  rows: readonly ProtestRow[],
): Promise<Protest[]> {
  const [rules, parts] = [await findRules(db, tournament), await readProtestParts(db, rows)]
  return rows.map(row => presentProtest(row, parts, rules))
}

/** Returns the protest as the public reads it. @throws ApiError 404 */
export async function readProtest(db: Db, id: ProtestId): Promise<Protest> {
  const row = await getProtest(db, id)
  const parts = await readProtestParts(db, [row])
  return presentProtest(row, parts, await findRules(db, row.tournament_id))
}

export async function readWindow(db: Db, tournament: TournamentRow): Promise<ProtestWindow> {
  const rules = await findRules(db, tournament.id)
  const { all, open } = await countProtests(db, tournament.id)
  const fee = rules?.protests?.fee ?? null
  return {
    until: isoOrNull(protestsUntil(tournament, rules)),
    fee: fee === null ? null : formatCents(fee),
    open,
    total: all,
    holds: (await countHolds(db, tournament.id)).open,
  }
}

/** Returns the catches and penalties of a boat that a protest can name, latest first. */
export async function readSubjects(db: Db, { entry, tournament }: EntryInContext): Promise<ProtestSubjects> {
  const rules = await findRules(db, tournament.id)
  if (rules === null) return { catches: [], penalties: [] }
  return {
    catches: (await listLatestCatches(db, entry.id, limits.protestSubjects)).map(presentCatch),
    penalties: (await listStandingPenalties(db, entry.id)).map(row => presentPenalty(row, rules)),
  }
}
