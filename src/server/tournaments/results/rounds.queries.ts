import type { TournamentId } from '#contract/ids.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import type { Adjustment, RuledFigures, SettledAward } from './ruled-results.rules.ts'

export interface Round {
  number: number
  reason: string | null
  confirmedAt: number
  adjustments: Adjustment[]
  /** Null without rules. */
  figures: RuledFigures | null
}

const rounds = compileOnce((db, tournament: TournamentId) =>
  db.selectFrom('rounds').selectAll().where('tournament_id', '=', tournament).orderBy('number'),
)

/** Returns the rounds, the first one first. Bounded by `limits.rounds`. */
export const listRounds = async (db: Db, tournament: TournamentId): Promise<Round[]> =>
  (await rounds(db, tournament)).map(({ number, reason, confirmed_at, adjustments, awards, boards }) => ({
    number,
    reason,
    confirmedAt: confirmed_at,
    adjustments: JSON.parse(adjustments) as Adjustment[],
    figures:
      awards === null || boards === null ? null : { awards: JSON.parse(awards) as SettledAward[], boards },
  }))
