import { LRUCache } from 'lru-cache'
import { memberships, shown } from '#contract/endpoint.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type {
  Entry,
  TournamentCard,
  TournamentStatus,
  TournamentSummary,
} from '#contract/tournaments/tournaments.ts'
import type { Branding } from '#server/branding/index.ts'
import type { Changes } from '#server/db/change-log.ts'
import type { Db, RootDb } from '#server/db/connection.ts'
import { anyOf } from '#server/db/search.ts'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import { type ListedPage, type Listing, listTournaments, type Period, readPeriod } from './listing.queries.ts'
import {
  type EntryWithBoat,
  type FundedTournament,
  presentCard,
  presentEntry,
  presentSummary,
  takesFunding,
} from './tournaments.present.ts'
import { isShownTournament } from './tournaments.queries.ts'
import { organiserName, statusAt } from './tournaments.rules.ts'

/** An entry as the public sees it. */
export interface CachedEntry {
  data: Entry
  tournament: TournamentSummary
  createdAt: number
}

export interface FoundEntry {
  entry: CachedEntry
  tournament: FundedTournament
}

export const entryJson = ({ data: { id, boat, ...rest }, tournament }: CachedEntry): string =>
  JSON.stringify({ id, boat, tournament, ...rest })

/** A tournament as the public sees it; immutable. */
export interface CachedTournament {
  row: FundedTournament
  status: TournamentStatus
  takesFunding: boolean
  summary: TournamentSummary
  /** Ranked first, then oldest. */
  entries: readonly CachedEntry[]
  json: string
  answer(): CachedJson
  card(): TournamentCard
}

/**
 * The public tournaments. Holds those in recent use, within a budget of bytes, and reads others on demand. A read
 * includes every write that was answered before it.
 */
export interface Catalog {
  /**
   * Increases with each change of a tournament, its entries and boats, also by the clock. Returns synchronously when
   * nothing has changed.
   */
  revision(): number | Promise<number>
  /** Increases when tournaments or entries come, go or change their dates or status. Read after `revision()`. */
  readonly membership: number
  /** Null: unknown, or of a banned organiser. */
  find(id: string): Promise<CachedTournament | null>
  /** In their order, without those that {@link find} does not find. */
  findMany(tournaments: readonly { id: TournamentId }[]): Promise<CachedTournament[]>
  /** Null: unknown or withdrawn. Reads one entry, because each funding would make all of its tournament stale. */
  findEntry(id: EntryId): Promise<FoundEntry | null>
  /** In their order, without those that {@link findEntry} does not find. */
  findEntries(ids: readonly EntryId[]): Promise<FoundEntry[]>
  list(listing: Listing): Promise<ListedPage>
  /** Of the held tournaments' JSON. */
  readonly bytes: number
}

declare module '#server/deps.ts' {
  interface Deps {
    catalog: Catalog
  }
}

interface Needs {
  db: RootDb
  branding: Branding
  now: () => number
}

/** Bytes of the places in lists. */
const pagesBudget = 2_097_152
const placeBytes = 100

/** @param budget bytes of JSON; the objects beside it take about twice as much */
export const makeCatalog = (needs: Needs, budget: number = limits.catalogBytes): Catalog =>
  new Store(needs, budget)

/** Tournaments that one statement reads. */
const batch = 50

interface Load {
  /** A write came after the read began. */
  isStale: boolean
  done: Promise<ReadonlyMap<string, CachedTournament>>
}

class Store implements Catalog {
  membership = 0
  #revision = 0
  #period: Period | null = null
  #turning: Promise<number> | null = null
  readonly #held: LRUCache<string, CachedTournament>
  readonly #pages = new LRUCache<string, ListedPage>({
    maxSize: pagesBudget,
    sizeCalculation: ({ tournaments }) => 1 + tournaments.length * placeBytes,
  })
  readonly #loading = new Map<string, Load>()

  private readonly db: RootDb
  private readonly now: () => number
  private readonly branding: Branding

  constructor({ db, now, branding }: Needs, budget: number) {
    this.db = db
    this.now = now
    this.branding = branding
    this.#held = new LRUCache({ maxSize: budget, sizeCalculation: ({ json }) => json.length })
    db.changes.listen(
      [
        ...shown,
        ...memberships,
        'users on update of banned_at',
        'users on update of metadata',
        'users on update of deleted_at',
      ],
      changes => this.#forget(changes),
    )
  }

  get bytes(): number {
    return this.#held.calculatedSize
  }

  revision(): number | Promise<number> {
    if (this.#isCurrent()) return this.#revision
    this.#turning ??= this.#turn().finally(() => {
      this.#turning = null
    })
    return this.#turning
  }

  async find(id: string): Promise<CachedTournament | null> {
    return this.#current(id) ?? (await this.#load([id])).get(id) ?? null
  }

  async findMany(tournaments: readonly { id: TournamentId }[]): Promise<CachedTournament[]> {
    const ids = tournaments.map(({ id }) => id)
    const found = new Map(ids.map(id => [id, this.#current(id)]))
    const missing = ids.filter(id => found.get(id) === undefined)
    for (let from = 0; from < missing.length; from += batch)
      for (const [id, cached] of await this.#load(missing.slice(from, from + batch)))
        found.set(id as TournamentId, cached)
    return ids.flatMap(id => found.get(id) ?? [])
  }

  async findEntry(id: EntryId): Promise<FoundEntry | null> {
    const [found = null] = await this.findEntries([id])
    return found
  }

  async findEntries(ids: readonly EntryId[]): Promise<FoundEntry[]> {
    const rows = await shownEntries(this.db).where('entries.id', 'in', anyOf(ids)).execute()
    if (rows.length === 0) return []
    const wanted = [...new Set(rows.map(row => row.tournament_id))]
    const tournaments = new Map((await this.#rows(wanted)).map(each => [each.id, each]))
    const entries = new Map(rows.map(row => [row.id, row]))
    const now = this.now()
    return ids.flatMap(id => {
      const row = entries.get(id)
      const tournament = row && tournaments.get(row.tournament_id)
      if (!tournament) return []
      const data = presentEntry(row, tournament, now)
      return {
        entry: { data, tournament: presentSummary(tournament, now), createdAt: row.created_at },
        tournament,
      }
    })
  }

  async list(listing: Listing): Promise<ListedPage> {
    await this.revision()
    const { membership } = this
    const key = JSON.stringify(listing)
    const held = this.#pages.get(key)
    if (held) return held
    const page = await listTournaments(this.db, listing, this.now())
    if (this.membership === membership) this.#pages.set(key, page)
    return page
  }

  #forget(changes: Changes): void {
    this.#revision += 1
    if (changes === null || changes.has('users on update of banned_at') || changes.has('branding')) {
      this.#held.clear()
      for (const load of this.#loading.values()) load.isStale = true
      this.#forgetLists()
      return
    }
    for (const subject of new Set([...changes.values()].flat())) {
      const [noun, id] = subject.split('/')
      if (noun === 'tournaments' && id !== undefined) this.#forgetTournament(id)
    }
    if (changes.has('tournaments') || memberships.some(each => changes.has(each))) this.#forgetLists()
  }

  #forgetTournament(id: string): void {
    this.#held.delete(id)
    const load = this.#loading.get(id)
    if (load) load.isStale = true
  }

  #forgetLists(): void {
    this.membership += 1
    this.#period = null
    this.#pages.clear()
  }

  #isCurrent(): boolean {
    const now = this.now()
    return this.#period !== null && now >= this.#period.since && now < this.#period.until
  }

  async #turn(): Promise<number> {
    while (!this.#isCurrent()) {
      const { membership } = this
      const period = await readPeriod(this.db, this.now())
      // Dates may have changed meanwhile.
      if (membership !== this.membership) continue
      if (this.#period !== null) {
        this.#revision += 1
        this.#forgetLists()
      }
      this.#period = period
    }
    return this.#revision
  }

  /** Undefined: not held, or the clock has changed its status or closed its funding. */
  #current(id: string): CachedTournament | undefined {
    const held = this.#held.get(id)
    const now = this.now()
    return held &&
      held.status === statusAt(held.row, now) &&
      held.takesFunding === takesFunding(held.row, now)
      ? held
      : undefined
  }

  /** Joins reads of the same tournaments that are in progress. */
  async #load(ids: readonly string[]): Promise<Map<string, CachedTournament>> {
    const missing = new Map<string, Load>()
    const done = Promise.withResolvers<ReadonlyMap<string, CachedTournament>>()
    const loads = ids.map(id => {
      const load = this.#loading.get(id) ?? { isStale: false, done: done.promise }
      if (!this.#loading.has(id)) missing.set(id, load)
      this.#loading.set(id, load)
      return { id, load }
    })
    if (missing.size > 0) this.#read(missing).then(done.resolve, done.reject)
    const found = new Map<string, CachedTournament>()
    for (const { id, load } of loads) {
      const cached = (await load.done).get(id)
      if (cached) found.set(id, cached)
    }
    return found
  }

  async #rows(ids: readonly TournamentId[]): Promise<FundedTournament[]> {
    const rows = await readTournaments(this.db, ids)
    const { name: marina } = await this.branding.read()
    return rows.map(({ metadata, deleted_at, ...row }) => ({
      ...row,
      organiser_name: organiserName(marina, { metadata, deleted_at }),
      organiser_deleted_at: deleted_at,
    }))
  }

  async #read(loads: ReadonlyMap<string, Load>): Promise<Map<string, CachedTournament>> {
    const found = new Map<string, CachedTournament>()
    // Another text is the id of none.
    let missing = [...loads.keys()] as TournamentId[]
    try {
      while (missing.length > 0) {
        const rows = await this.#rows(missing)
        const entries = Map.groupBy(await readEntries(this.db, missing), entry => entry.tournament_id)
        const stale = new Set<string>(missing.filter(id => loads.get(id)?.isStale))
        for (const row of rows) {
          if (stale.has(row.id)) continue
          const cached = cache(row, entries.get(row.id) ?? [], this.now())
          found.set(row.id, cached)
          this.#held.set(row.id, cached)
        }
        for (const [id, load] of loads) {
          if (stale.has(id)) load.isStale = false
          else if (this.#loading.get(id) === load) this.#loading.delete(id)
        }
        missing = missing.filter(id => stale.has(id))
      }
      return found
    } catch (error) {
      for (const [id, load] of loads) if (this.#loading.get(id) === load) this.#loading.delete(id)
      throw error
    }
  }
}

/** Made on first use. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function cache(row: FundedTournament, rows: readonly EntryWithBoat[], now: number): CachedTournament {
  const summary = presentSummary(row, now)
  const entries = rows.toSorted(byPositionThenAge).map(entry => ({
    data: presentEntry(entry, row, now),
    tournament: summary,
    createdAt: entry.created_at,
  }))
  const data = entries.map(entry => entry.data)
  const json = JSON.stringify({ ...summary, entries: data })
  return {
    row,
    status: summary.status,
    takesFunding: takesFunding(row, now),
    summary,
    entries,
    json,
    answer: once(() => cacheJson(json)),
    card: once(() => presentCard({ row, summary, entries: data, now })),
  }
}

const byPositionThenAge = (a: EntryWithBoat, b: EntryWithBoat) =>
  (a.current_position ?? Infinity) - (b.current_position ?? Infinity) ||
  a.created_at - b.created_at ||
  (a.id < b.id ? -1 : 1)

const readTournaments = (db: Db, ids: readonly TournamentId[]) =>
  db
    .selectFrom('tournaments')
    .innerJoin('users', 'users.id', 'tournaments.organiser_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .selectAll('tournaments')
    .select(['settlements.settled_at', 'users.metadata', 'users.deleted_at'])
    .where('tournaments.id', 'in', anyOf(ids))
    .where(isShownTournament)
    .execute()

const readEntries = (db: Db, ids: readonly TournamentId[]): Promise<EntryWithBoat[]> =>
  shownEntries(db).where('entries.tournament_id', 'in', anyOf(ids)).execute()

/** Without withdrawn entries. */
const shownEntries = (db: Db) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('entries')
    .select(['boats.name', 'boats.captain_name', 'boats.description', 'boats.image_id'])
    .where('entries.withdrawn_at', 'is', null)
