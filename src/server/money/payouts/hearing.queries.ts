import type { Results } from '#contract/money/results.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import type { TournamentRow } from '#server/tournaments/tournaments/index.ts'

/** @throws ApiError 409 while captains can still protest */
export async function checkHearing(
  _db: Db,
  _tournament: TournamentRow,
  _rules: Rules,
  _now: number,
): Promise<void> {}

/** Until when and how many protest. */
export const readHearing = async (
  _db: Db,
  _tournament: TournamentRow,
): Promise<Pick<Results, 'protestsUntil' | 'openProtests'>> => ({ protestsUntil: null, openProtests: 0 })
