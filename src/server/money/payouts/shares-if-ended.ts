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

type Dates = Pick<TournamentRow, 'id' | 'starts_at' | 'ends_at' | 'cancelled_at'>

type Share = Pick<ProposedResult['shares'][number], 'id' | 'entry' | 'backer' | 'contributed' | 'amount'>

/** Shares: about 20 MB. */
const mostShares = 100_000

/**
 * Value of backers' money if a tournament ended now, as a settlement would divide it; computed once for each
 * change. Outside of transactions.
 */
export class SharesIfEnded {
  readonly #shares: (id: TournamentId) => Promise<SharesOfTournament | undefined>

  constructor({ db, env, boards }: { db: RootDb; env: Env; boards: Pick<BoardReader, 'read'> }) {
    this.#shares = tableCache(db, {
      tables: ifEndedTables,
      maxSize: mostShares,
      sizeOf: ({ size }) => 1 + size,
      async read(id: TournamentId) {
        const ruledBoards = (await isSettled(db, id)) ? null : await boards.read(id)
        if (ruledBoards === null) return new SharesOfTournament([], 0)
        const awards = settledAwards(await awardsByBoards(db, id, ruledBoards), new Set(), [])
        const winnings = winningsOf(ruledBoards.rules, awards, [], await readSharedPots(db, id))
        const results = await proposeResults(db, id, winnings, paymentModeOf(env))
        // Their backers would get their money back.
        const missing = await listMissingGoals(db, id)
        const heldAwards = await readHeldAwards(db, id, ruledBoards.rules)
        const shares = results
          .filter(({ entry_id }) => !missing.has(entry_id))
          .flatMap(result => result.shares)
        return new SharesOfTournament(shares, heldAwards.size)
      },
    })
  }

  /** Returns undefined if the tournament hasn't started or is cancelled. */
  async read(tournament: Dates, now: number): Promise<SharesOfTournament | undefined> {
    const status = statusAt(tournament, now)
    return status === 'active' || status === 'completed' ? this.#shares(tournament.id) : undefined
  }
}

/**
 * Each method returns undefined without a funding that counts, or if the tournament is settled or nothing states what
 * a place earns.
 */
export class SharesOfTournament {
  readonly size: number
  readonly #heldAwards: number
  readonly #byBacker: ReadonlyMap<UserId, readonly Share[]>

  constructor(shares: readonly Share[], heldAwards: number) {
    this.size = shares.length
    this.#heldAwards = heldAwards
    this.#byBacker = Map.groupBy(
      shares.map(({ id, entry, backer, contributed, amount }) => ({
        id,
        entry,
        backer,
        contributed,
        amount,
      })),
      ({ backer }) => backer,
    )
  }

  ofBacker(entry: EntryId, backer: UserId): ShareIfEnded | undefined {
    return this.#add(backer, share => share.entry === entry)
  }

  ofFunding(backer: UserId, funding: FundingId): ShareIfEnded | undefined {
    return this.#add(backer, share => share.id === funding)
  }

  #add(backer: UserId, isMeant: (share: Share) => boolean): ShareIfEnded | undefined {
    const shares = this.#byBacker.get(backer)?.filter(isMeant) ?? []
    if (shares.length === 0) return undefined
    return {
      funded: formatCents(sum(shares.map(({ contributed }) => contributed))),
      worth: formatCents(sum(shares.map(({ amount }) => amount))),
      heldAwards: this.#heldAwards,
    }
  }
}
