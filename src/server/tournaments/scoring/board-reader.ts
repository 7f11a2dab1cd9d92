import { scoredTables } from '#contract/endpoint-tables.ts'
import type { TournamentId } from '#contract/ids.ts'
import { sum } from '#contract/numbers.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { standings } from '#contract/tournaments/scoring/standings.ts'
import type { RootDb } from '#server/db/connection.ts'
import { tableCache } from '#server/db/table-cache.ts'
import { findRules } from './rules.queries.ts'
import { readScoringInput } from './standings.queries.ts'

export interface RuledBoards {
  rules: Rules
  /** Boards of all categories and days. */
  boards: readonly Board[]
}

/** Rows and fish of all boards: about 30 MB. */
const mostRows = 200_000

const sizeOf = ({ boards }: RuledBoards): number =>
  1 + sum(boards.map(({ rows }) => sum(rows.map(({ fish }) => 1 + fish.length))))

declare module '#server/deps.ts' {
  interface Deps {
    boards: BoardReader
  }
}

/** Computes the boards of a tournament once for each change, for the weigh-in's answer and for readers. */
export class BoardReader {
  readonly #boards: (id: TournamentId) => Promise<RuledBoards | undefined>

  constructor(db: RootDb) {
    this.#boards = tableCache(db, {
      tables: scoredTables,
      maxSize: mostRows,
      sizeOf,
      async read(id) {
        const rules = await findRules(db, id)
        return rules === null
          ? undefined
          : { rules, boards: standings(rules, await readScoringInput(db, id, rules)) }
      },
    })
  }

  /** Returns the boards, or null without rules. Not for use in transactions. */
  async read(id: TournamentId): Promise<RuledBoards | null> {
    return (await this.#boards(id)) ?? null
  }
}
