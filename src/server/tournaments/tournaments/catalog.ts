import { LRUCache } from 'lru-cache'
import { memberships, shown } from '#contract/endpoint-tables.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Branding } from '#server/branding/index.ts'
import type { Changes } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { type CachedEntry, type CachedTournament, cacheEntry, cacheTournament } from './cached-tournament.ts'
import { readEntries, readTournaments } from './catalog.queries.ts'
import { type ListedPage, type Listing, listTournaments, type Period, readPeriod } from './listing.queries.ts'
import { type FundedTournament, presentSummary, takesFunding } from './tournaments.present.ts'
import { organiserName, statusAt } from './tournaments.rules.ts'

declare module '#server/deps.ts' {
  interface Deps {
    catalog: Catalog
  }
}

/** An entry and its tournament as the public sees them. */
export interface PublicEntry {
  entry: CachedEntry
  tournament: FundedTournament
}

interface Needs {
  db: RootDb
  branding: Branding
  now: () => number
}

/** Bytes of the places in lists. */
const pagesBudget = 2_097_152
const placeBytes = 100

/** Tournaments that one statement reads. */
const batch = 50

/** A read in progress. */
interface Read {
  /** A write came after the read began. */
  isStale: boolean
  result: Promise<ReadonlyMap<string, CachedTournament>>
}

/**
 * The public tournaments. Caches those in recent use, within a budget of bytes, and reads others on demand. A read
 * includes every write that was answered before it.
 */
export class Catalog {
  /** Increases when tournaments or entries come, go or change their dates or status. Read after `revision()`. */
  membership = 0
  #revision = 0
  #period: Period | null = null
  #periodRead: Promise<number> | null = null
  readonly #tournaments: LRUCache<string, CachedTournament>
  readonly #pages = new LRUCache<string, ListedPage>({
    maxSize: pagesBudget,
    sizeCalculation: ({ tournaments }) => 1 + tournaments.length * placeBytes,
  })
  readonly #reads = new Map<string, Read>()

  /** @param budget bytes of JSON; the objects beside it take about twice as much */
  constructor(
    private readonly needs: Needs,
    budget: number = limits.catalogBytes,
  ) {
    this.#tournaments = new LRUCache({ maxSize: budget, sizeCalculation: ({ json }) => json.length })
    needs.db.changes.listen(
      [
        ...shown,
        ...memberships,
        'users on update of banned_at',
        'users on update of metadata',
        'users on update of deleted_at',
      ],
      changes => this.#invalidate(changes),
    )
  }

  /** Of the cached tournaments' JSON. */
  get bytes(): number {
    return this.#tournaments.calculatedSize
  }

  /**
   * Increases with each change of a tournament, its entries and boats, also by the clock. Returns synchronously when
   * nothing has changed.
   */
  revision(): number | Promise<number> {
    if (this.#isCurrent()) return this.#revision
    this.#periodRead ??= this.#readPeriod().finally(() => {
      this.#periodRead = null
    })
    return this.#periodRead
  }

  /** Null: unknown, or of a banned organiser. */
  async find(id: string): Promise<CachedTournament | null> {
    return this.#current(id) ?? (await this.#load([id])).get(id) ?? null
  }

  /** In their order, without those that {@link find} does not find. */
  async findMany(tournaments: readonly { id: TournamentId }[]): Promise<CachedTournament[]> {
    const ids = tournaments.map(({ id }) => id)
    const cached = new Map<string, CachedTournament | undefined>(ids.map(id => [id, this.#current(id)]))
    const missing = ids.filter(id => cached.get(id) === undefined)
    for (let from = 0; from < missing.length; from += batch)
      for (const [id, each] of await this.#load(missing.slice(from, from + batch))) cached.set(id, each)
    return ids.flatMap(id => cached.get(id) ?? [])
  }

  /** Null: unknown or withdrawn. Reads one entry, because each funding would make all of its tournament stale. */
  async findEntry(id: EntryId): Promise<PublicEntry | null> {
    const [entry = null] = await this.findEntries([id])
    return entry
  }

  /** In their order, without those that {@link findEntry} does not find. */
  async findEntries(ids: readonly EntryId[]): Promise<PublicEntry[]> {
    const { db, now } = this.needs
    const rows = await readEntries(db, 'id', ids)
    if (rows.length === 0) return []
    const tournamentIds = [...new Set(rows.map(row => row.tournament_id))]
    const tournaments = new Map((await this.#readTournaments(tournamentIds)).map(each => [each.id, each]))
    const entries = new Map(rows.map(row => [row.id, row]))
    const at = now()
    return ids.flatMap(id => {
      const row = entries.get(id)
      const tournament = row && tournaments.get(row.tournament_id)
      if (!tournament) return []
      return { entry: cacheEntry(row, tournament, presentSummary(tournament, at), at), tournament }
    })
  }

  async list(listing: Listing): Promise<ListedPage> {
    await this.revision()
    const { membership } = this
    const key = JSON.stringify(listing)
    const cached = this.#pages.get(key)
    if (cached) return cached
    const page = await listTournaments(this.needs.db, listing, this.needs.now())
    if (this.membership === membership) this.#pages.set(key, page)
    return page
  }

  #invalidate(changes: Changes): void {
    this.#revision += 1
    if (changes === null || changes.has('users on update of banned_at') || changes.has('branding')) {
      this.#tournaments.clear()
      for (const read of this.#reads.values()) read.isStale = true
      this.#invalidateLists()
      return
    }
    for (const subject of new Set([...changes.values()].flat())) {
      const [noun, id] = subject.split('/')
      if (noun === 'tournaments' && id !== undefined) this.#invalidateTournament(id)
    }
    if (changes.has('tournaments') || memberships.some(each => changes.has(each))) this.#invalidateLists()
  }

  #invalidateTournament(id: string): void {
    this.#tournaments.delete(id)
    const read = this.#reads.get(id)
    if (read) read.isStale = true
  }

  #invalidateLists(): void {
    this.membership += 1
    this.#period = null
    this.#pages.clear()
  }

  #isCurrent(): boolean {
    const now = this.needs.now()
    return this.#period !== null && now >= this.#period.since && now < this.#period.until
  }

  async #readPeriod(): Promise<number> {
    while (!this.#isCurrent()) {
      const { membership } = this
      const period = await readPeriod(this.needs.db, this.needs.now())
      // Dates may have changed meanwhile.
      if (membership !== this.membership) continue
      if (this.#period !== null) {
        this.#revision += 1
        this.#invalidateLists()
      }
      this.#period = period
    }
    return this.#revision
  }

  /** Undefined: not cached, or the clock has changed its status or closed its funding. */
  #current(id: string): CachedTournament | undefined {
    const cached = this.#tournaments.get(id)
    const now = this.needs.now()
    return cached &&
      cached.status === statusAt(cached.row, now) &&
      cached.takesFunding === takesFunding(cached.row, now)
      ? cached
      : undefined
  }

  /** Joins reads of the same tournaments that are in progress. */
  async #load(ids: readonly string[]): Promise<Map<string, CachedTournament>> {
    const missing = new Map<string, Read>()
    const {
      promise: result,
      resolve,
      reject,
    } = Promise.withResolvers<ReadonlyMap<string, CachedTournament>>()
    const reads = ids.map(id => {
      const read = this.#reads.get(id) ?? { isStale: false, result }
      if (!this.#reads.has(id)) missing.set(id, read)
      this.#reads.set(id, read)
      return { id, read }
    })
    if (missing.size > 0) this.#read(missing).then(resolve, reject)
    const loaded = new Map<string, CachedTournament>()
    for (const { id, read } of reads) {
      const cached = (await read.result).get(id)
      if (cached) loaded.set(id, cached)
    }
    return loaded
  }

  async #readTournaments(ids: readonly TournamentId[]): Promise<FundedTournament[]> {
    const rows = await readTournaments(this.needs.db, ids)
    const { name: marina } = await this.needs.branding.read()
    return rows.map(({ metadata, deleted_at, ...row }) => ({
      ...row,
      organiser_name: organiserName(marina, { metadata, deleted_at }),
      organiser_deleted_at: deleted_at,
    }))
  }

  async #read(reads: ReadonlyMap<string, Read>): Promise<Map<string, CachedTournament>> {
    const tournaments = new Map<string, CachedTournament>()
    // Another text is the id of none.
    let missing = [...reads.keys()] as TournamentId[]
    try {
      while (missing.length > 0) {
        const rows = await this.#readTournaments(missing)
        const entries = Map.groupBy(
          await readEntries(this.needs.db, 'tournament_id', missing),
          entry => entry.tournament_id,
        )
        const stale = new Set<string>(missing.filter(id => reads.get(id)?.isStale))
        for (const row of rows) {
          if (stale.has(row.id)) continue
          const cached = cacheTournament(row, entries.get(row.id) ?? [], this.needs.now())
          tournaments.set(row.id, cached)
          this.#tournaments.set(row.id, cached)
        }
        for (const [id, read] of reads) {
          if (stale.has(id)) read.isStale = false
          else this.#finishRead(id, read)
        }
        missing = missing.filter(id => stale.has(id))
      }
      return tournaments
    } catch (error) {
      for (const [id, read] of reads) this.#finishRead(id, read)
      throw error
    }
  }

  #finishRead(id: string, read: Read): void {
    if (this.#reads.get(id) === read) this.#reads.delete(id)
  }
}
