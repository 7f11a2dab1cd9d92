import { LRUCache } from 'lru-cache'
import { scoredTables } from '#contract/endpoint-tables.ts'
import type { TournamentId } from '#contract/ids.ts'
import { sum } from '#contract/numbers.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { RootDb } from '#server/db/connection.ts'
import { findRules } from './rules.queries.ts'
import { boardsOf, readScoringInput } from './standings.queries.ts'

export interface RuledBoards {
  rules: Rules
  /** Of all categories and days. */
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
  #revision = 0
  readonly #boards: LRUCache<string, RuledBoards, TournamentId>

  constructor(db: RootDb) {
    db.changes.listen(scoredTables, () => {
      this.#revision += 1
    })
    this.#boards = new LRUCache({
      maxSize: mostRows,
      sizeCalculation: sizeOf,
      // A read whose place another one takes still answers.
      ignoreFetchAbort: true,
      async fetchMethod(_key, _stale, { context: id }) {
        const rules = await findRules(db, id)
        return rules === null
          ? undefined
          : { rules, boards: boardsOf(rules, await readScoringInput(db, id, rules)) }
      },
    })
  }

  /** Null: without rules. Outside of transactions, since it reads what is committed. */
  async read(id: TournamentId): Promise<RuledBoards | null> {
    return (await this.#boards.fetch(`${this.#revision} ${id}`, { context: id })) ?? null
  }
}
