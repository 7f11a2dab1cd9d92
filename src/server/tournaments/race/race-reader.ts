import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { scoredTables } from '#contract/endpoint-tables.ts'
import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Race } from '#contract/tournaments/race.ts'
import type { RootDb } from '#server/db/connection.ts'
import { tableCache } from '#server/db/table-cache.ts'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import { type RankingInput, readRankingInput } from '#server/tournaments/entries/index.ts'
import { raceSteps } from './race.rules.ts'

declare module '#server/deps.ts' {
  interface Deps {
    races: RaceReader
  }
}

interface CachedRace {
  race: Race
  json: CachedJson
}

/** Bytes of JSON. */
const budget = 8_388_608
const sizeOf = ({ json }: CachedRace): number => json.body.length

const keyOf = (input: RankingInput): string =>
  Bun.hash(JSON.stringify({ ...input, overrides: [...input.overrides] })).toString(36)

/** Yields after each frame, so that the server can answer other requests. */
async function computeRace(input: RankingInput): Promise<Race> {
  const steps = raceSteps(input, limits.raceFrames)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

/** Computes the race of a tournament once for each change of what positions follow from: fundings don't count. */
export class RaceReader {
  readonly #races: (id: TournamentId) => Promise<CachedRace | undefined>

  constructor(db: RootDb) {
    const oneAtATime = pLimit(1)
    // Simultaneous readers of the same input share one computation, also while other tournaments change.
    const races = new LRUCache<string, CachedRace, { input: RankingInput }>({
      maxSize: budget,
      sizeCalculation: sizeOf,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) =>
        oneAtATime(async () => {
          const race = await computeRace(context.input)
          return { race, json: cacheJson(JSON.stringify(race)) }
        }),
    })
    this.#races = tableCache(db, {
      tables: scoredTables,
      maxSize: budget,
      sizeOf,
      async read(id) {
        const input = await readRankingInput(db, id)
        return races.fetch(keyOf(input), { context: { input } })
      },
    })
  }

  /** Returns the race. Not for use in transactions. */
  async read(id: TournamentId): Promise<CachedRace> {
    const cached = await this.#races(id)
    if (!cached) throw new Error('a race is always there')
    return cached
  }
}
