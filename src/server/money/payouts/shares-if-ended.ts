import { ifEndedTables } from '#contract/endpoint-tables.ts'
import type { EntryId, FundingId, TournamentId, UserId } from '#contract/ids.ts'
import type { ShareIfEnded } from '#contract/money/share-if-ended.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { RootDb } from '#server/db/connection.ts'
import { tableCache } from '#server/db/table-cache.ts'
import { type Env, paymentModeOf } from '#server/env.ts'
import { readHeldAwards, settledAwards } from '#server/tournaments/results/index.ts'
import { awardsByBoards, type BoardReader } from '#server/tournaments/scoring/index.ts'
import {
  isSettled,
  listMissingGoals,
  statusAt,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { type ProposedResult, proposeResults } from './settlement.queries.ts'
import { readSharedPots } from './shared-pots.queries.ts'
import { winningsOf } from './winnings.rules.ts'

declare module '#server/deps.ts' {
  interface Deps {
    sharesIfEnded: SharesIfEnded
  }
}

/** A backer's shares in an entry. */
type Shares = readonly Pick<ProposedResult['shares'][number], 'id' | 'backer' | 'contributed' | 'amount'>[]

interface TournamentShares {
  heldAwards: number
  /** Leaves out entries whose backers get their money back if it ended now. */
  entries: ReadonlyMap<EntryId, ReadonlyMap<UserId, Shares>>
}

interface CachedShares {
  /** Null if the tournament is settled or has no rules. */
  shares: TournamentShares | null
}

type Dates = Pick<TournamentRow, 'id' | 'starts_at' | 'ends_at' | 'cancelled_at'>

/** Shares: about 20 MB. */
const mostShares = 100_000

const none: Shares = []

const countShares = ({ entries }: TournamentShares): number =>
  sum([...entries.values()].flatMap(backers => [...backers.values()].map(({ length }) => length)))

/**
 * Value of backers' money if a tournament ended now, as a settlement would divide it; computed once for each
 * change. Outside of transactions.
 */
export class SharesIfEnded {
  readonly #shares: (id: TournamentId) => Promise<CachedShares | undefined>

  constructor({ db, env, boards }: { db: RootDb; env: Env; boards: Pick<BoardReader, 'read'> }) {
    this.#shares = tableCache(db, {
      tables: ifEndedTables,
      maxSize: mostShares,
      sizeOf: ({ shares }) => 1 + (shares === null ? 0 : countShares(shares)),
      async read(id: TournamentId) {
        if (await isSettled(db, id)) return { shares: null }
        const ruledBoards = await boards.read(id)
        if (ruledBoards === null) return { shares: null }
        const awards = settledAwards(await awardsByBoards(db, id, ruledBoards), new Set(), [])
        const winnings = winningsOf(ruledBoards.rules, awards, [], await readSharedPots(db, id))
        const results = await proposeResults(db, id, winnings, paymentModeOf(env))
        const missing = await listMissingGoals(db, id)
        const heldAwards = await readHeldAwards(db, id, ruledBoards.rules)
        const shares = {
          heldAwards: heldAwards.size,
          entries: new Map(
            results
              .filter(({ entry }) => !missing.has(entry))
              .map(({ entry, shares }) => [
                entry,
                Map.groupBy(
                  shares.map(({ id: funding, backer, contributed, amount }) => ({
                    id: funding,
                    backer,
                    contributed,
                    amount,
                  })),
                  ({ backer }) => backer,
                ),
              ]),
          ),
        }
        return { shares }
      },
    })
  }

  /**
   * Returns null if the tournament hasn't started,
   * is cancelled or settled, or nothing states what a place earns.
   */
  async read(tournament: Dates, now: number): Promise<SharesOfTournament | null> {
    const status = statusAt(tournament, now)
    if (status !== 'active' && status !== 'completed') return null
    const shares = (await this.#shares(tournament.id))?.shares
    return shares ? new SharesOfTournament(shares) : null
  }
}

/** Each method returns undefined without a funding that counts. */
export class SharesOfTournament {
  constructor(private readonly shares: TournamentShares) {}

  ofBacker(entry: EntryId, backer: UserId): ShareIfEnded | undefined {
    return this.#add(this.#of(entry, backer))
  }

  ofFunding(entry: EntryId, backer: UserId, funding: FundingId): ShareIfEnded | undefined {
    return this.#add(this.#of(entry, backer).filter(({ id }) => id === funding))
  }

  #of(entry: EntryId, backer: UserId): Shares {
    return this.shares.entries.get(entry)?.get(backer) ?? none
  }

  #add(shares: Shares): ShareIfEnded | undefined {
    if (shares.length === 0) return undefined
    return {
      funded: formatCents(sum(shares.map(({ contributed }) => contributed))),
      worth: formatCents(sum(shares.map(({ amount }) => amount))),
      heldAwards: this.shares.heldAwards,
    }
  }
}
