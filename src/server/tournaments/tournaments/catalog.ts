import { LRUCache } from 'lru-cache'
import { memberships, tournamentTables } from '#contract/endpoint-tables.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Branding } from '#server/branding/index.ts'
import { batchesOf } from '#server/db/batches.ts'
import type { Changes } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { type CachedEntry, type CachedTournament, cacheEntry, cacheTournament } from './cached-tournament.ts'
import { readEntries, readTournaments } from './catalog.queries.ts'
import { type ListedPage, type Listing, listTournaments, type Period, readPeriod } from './listing.queries.ts'
import { type FundedTournament, presentSummary, takesFunding } from './tournaments.present.ts'
import { noTournament, tournamentIdOf } from './tournaments.queries.ts'
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
const batchSize = 50

/** A read of the tournaments that one call needs. */
interface Reading {
  ids: TournamentId[]
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
  readonly #tournaments: LRUCache<string, CachedTournament, Reading>
  readonly #pages = new LRUCache<string, ListedPage>({
    maxSize: pagesBudget,
    sizeCalculation: ({ tournaments }) => 1 + tournaments.length * placeBytes,
  })

  /** @param budget bytes of JSON; the objects beside it take about twice as much */
  constructor(
    private readonly needs: Needs,
    budget: number = limits.catalogBytes,
  ) {
    this.#tournaments = new LRUCache({
      maxSize: budget,
      sizeCalculation: ({ json }) => json.length,
      // A read that a write overtakes still answers its callers, and isn't cached.
      ignoreFetchAbort: true,
      async fetchMethod(id, _stale, { context: { ids, result } }) {
        // A text of another form is the id of no tournament.
        ids.push(id as TournamentId)
        return (await result).get(id)
      },
    })
    needs.db.changes.listen(
      [
        ...tournamentTables,
        ...memberships,
        'users on update of banned_at',
        'users on update of metadata',
        'users on update of deleted_at',
      ],
      changes => this.#invalidate(changes),
    )
  }

  /** Size of the cached tournaments' JSON in bytes. */
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

  /** Returns the tournament, or null if it is unknown or its organiser is banned. */
  async find(id: string): Promise<CachedTournament | null> {
    const [tournament = null] = await this.#load([id])
    return tournament
  }

  /** @param param id in a path @throws ApiError 404 */
  async get(param: string | undefined): Promise<CachedTournament> {
    const tournament = await this.find(tournamentIdOf(param))
    if (!tournament) throw noTournament()
    return tournament
  }

  /** Returns the tournaments in the order given, except those that {@link find} does not find. */
  async findMany(tournaments: readonly { id: TournamentId }[]): Promise<CachedTournament[]> {
    const cached: CachedTournament[] = []
    for (const places of batchesOf(tournaments, batchSize))
      cached.push(...(await this.#load(places.map(({ id }) => id))))
    return cached
  }

  /**
   * Returns the entry, or null if unknown or withdrawn.
   * Reads only it: each funding makes the whole tournament stale.
   */
  async findEntry(id: EntryId): Promise<PublicEntry | null> {
    const [entry = null] = await this.findEntries([id])
    return entry
  }

  /** Returns the entries in the order given, except those that {@link findEntry} does not find. */
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
      this.#invalidateLists()
      return
    }
    for (const subject of new Set([...changes.values()].flat())) {
      const [noun, id] = subject.split('/')
      if (noun === 'tournaments' && id !== undefined) this.#tournaments.delete(id)
    }
    if (changes.has('tournaments') || memberships.some(each => changes.has(each))) this.#invalidateLists()
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

  /** Returns undefined if it isn't cached, or if the clock has changed its status or closed its funding. */
  #current(id: string): CachedTournament | undefined {
    const cached = this.#tournaments.get(id)
    const now = this.needs.now()
    return cached &&
      cached.status === statusAt(cached.row, now) &&
      cached.takesFunding === takesFunding(cached.row, now)
      ? cached
      : undefined
  }

  /** Returns known tournaments in the order given. Simultaneous readers of a tournament share its read. */
  async #load(requestedIds: readonly string[]): Promise<CachedTournament[]> {
    const ids: TournamentId[] = []
    // The read starts after each id had its turn.
    const result = Promise.resolve().then(() => this.#read(ids))
    const tournaments = await Promise.all(
      requestedIds.map(
        id =>
          this.#current(id) ?? this.#tournaments.fetch(id, { context: { ids, result }, forceRefresh: true }),
      ),
    )
    return tournaments.filter(each => each !== undefined)
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

  async #read(ids: readonly TournamentId[]): Promise<Map<string, CachedTournament>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#readTournaments(ids)
    const entries = Map.groupBy(
      await readEntries(this.needs.db, 'tournament_id', ids),
      entry => entry.tournament_id,
    )
    const now = this.needs.now()
    return new Map(rows.map(row => [row.id, cacheTournament(row, entries.get(row.id) ?? [], now)]))
  }
}
