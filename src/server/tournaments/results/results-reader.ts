import { resultTables } from '#contract/endpoint-tables.ts'
import type { TournamentId } from '#contract/ids.ts'
import { type ResultsState, resultsText } from '#contract/tournaments/results-state.ts'
import type { RootDb } from '#server/db/connection.ts'
import { tableCache } from '#server/db/table-cache.ts'
import { statusAt, type TournamentRow } from '#server/tournaments/tournaments/index.ts'
import { listRounds, type Round } from './rounds.queries.ts'
import { type RuledResults, readRuledResults } from './ruled-results.queries.ts'
import { resultsState } from './ruled-results.rules.ts'

interface Comparison {
  rounds: readonly Round[]
  /** Results of a round that settles now, or null without rules. */
  ruledResults: RuledResults | null
}

export interface ResultsStanding extends Comparison {
  state: ResultsState
}

type Dates = Pick<TournamentRow, 'id' | 'starts_at' | 'ends_at' | 'cancelled_at'>

/** Tournaments: some hundred kilobytes each. */
const most = 100

declare module '#server/deps.ts' {
  interface Deps {
    results: ResultsReader
  }
}

/** Compares what a round would settle with the latest one, once for each change. Outside of transactions. */
export class ResultsReader {
  readonly #comparisons: (id: TournamentId) => Promise<Comparison | undefined>

  constructor(private readonly db: RootDb) {
    this.#comparisons = tableCache(db, {
      tables: resultTables,
      maxSize: most,
      sizeOf: () => 1,
      async read(id: TournamentId) {
        const rounds = await listRounds(db, id)
        return { rounds, ruledResults: await readRuledResults(db, id, rounds.at(-1)) }
      },
    })
  }

  async read(tournament: Dates, now: number): Promise<ResultsStanding> {
    const isOver = statusAt(tournament, now) === 'completed'
    if (!isOver)
      return { state: 'running', rounds: await listRounds(this.db, tournament.id), ruledResults: null }
    const { rounds, ruledResults } = (await this.#comparisons(tournament.id)) ?? {
      rounds: [],
      ruledResults: null,
    }
    return { state: resultsState(rounds.at(-1), ruledResults), rounds, ruledResults }
  }

  /** Returns {@link resultsText} for the public, or null before the end or without rules. */
  async textOf(tournament: Dates, now: number): Promise<string | null> {
    const { state, ruledResults } = await this.read(tournament, now)
    return state === 'running' || ruledResults === null
      ? null
      : resultsText(state, ruledResults.heldKeys.size)
  }
}
