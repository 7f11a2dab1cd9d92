import type { BoatId, EntryId, TournamentId } from '#contract/ids.ts'
import type { Entry, TournamentStatus, TournamentSummary } from '#contract/tournaments.ts'
import type { Db, RootDb } from '#server/db/connection.ts'
import { type EntryWithBoat, presentEntry, presentSummary } from './tournaments.present.ts'
import { isShownTournament } from './tournaments.queries.ts'
import { statusAt, statusPeriod } from './tournaments.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

/** A tournament as the public sees it, with its JSON cached. */
export interface CachedEntry {
  data: Entry
  tournament: TournamentSummary
  createdAt: number
  json(): string
}

/** Immutable. */
export interface CachedTournament {
  row: TournamentRow
  status: TournamentStatus
  summary: TournamentSummary
  /** {@link Snapshot.revision} of its last change. */
  revision: number
  /** Ranked first, then oldest. */
  entries: readonly CachedEntry[]
  json(): string
}

/** All public tournaments. A read includes every write that was answered before it. */
export interface Snapshot {
  /** Increases with each change, also by the clock. */
  revision: number
  /** Latest start first. */
  tournaments: readonly CachedTournament[]
  byId: ReadonlyMap<string, CachedTournament>
  entries: ReadonlyMap<string, CachedEntry>
}

export interface SnapshotStore {
  /** Returns synchronously when nothing has changed. Use the result before the next `await`. */
  read(now: number): Snapshot | Promise<Snapshot>
}

/** Above this, all tournaments are read. */
const mostChanged = 100

export const makeSnapshotStore = (db: RootDb): SnapshotStore => new Store(db)

class Store implements SnapshotStore, Snapshot {
  revision = 0
  tournaments: readonly CachedTournament[] = []
  readonly byId = new Map<string, CachedTournament>()
  readonly entries = new Map<string, CachedEntry>()

  /** Number of writes when the snapshot was read. */
  #written = 1
  #loaded = 0
  #everything = true
  #loading: Promise<void> | null = null
  #changed = new Set<TournamentId>()
  #changedBoats = new Set<BoatId>()
  /** Milliseconds since 1970: until then no status changes by the clock. */
  #since = Infinity
  #until = -Infinity
  #at = 0

  constructor(private readonly db: RootDb) {
    db.changes.listen(['tournaments.id', 'entries.tournament_id', 'boats.id'], changes => {
      this.#written += 1
      if (changes === null) this.#everything = true
      for (const id of changes?.get('tournaments.id') ?? []) this.#changed.add(id as TournamentId)
      for (const id of changes?.get('entries.tournament_id') ?? []) this.#changed.add(id as TournamentId)
      for (const id of changes?.get('boats.id') ?? []) this.#changedBoats.add(id as BoatId)
    })
  }

  read(now: number): Snapshot | Promise<Snapshot> {
    if (this.#loaded !== this.#written) return this.#refresh(now)
    this.#turnClock(now)
    return this
  }

  async #refresh(now: number): Promise<Snapshot> {
    // A load may miss writes after its start.
    while (this.#loaded !== this.#written) {
      this.#loading ??= this.#load(now).finally(() => {
        this.#loading = null
      })
      await this.#loading
    }
    this.#turnClock(now)
    return this
  }

  async #load(now: number): Promise<void> {
    const target = this.#written
    const [changed, boats] = [this.#changed, this.#changedBoats]
    const isEverything = this.#everything || changed.size + boats.size > mostChanged
    this.#everything = false
    this.#changed = new Set()
    this.#changedBoats = new Set()
    try {
      const ids = isEverything ? null : [...changed.union(await tournamentsOf(this.db, [...boats]))]
      const rows = await readTournaments(this.db, ids)
      const entries = await readEntries(this.db, ids)
      for (const id of ids ?? [...this.byId.keys()]) this.#forget(id)
      if (ids === null || ids.length > 0) this.#take(rows, entries, now)
      this.#loaded = target
    } catch (error) {
      // The write may have changed any tournament.
      this.#everything = true
      throw error
    }
  }

  #forget(id: string): void {
    for (const { data } of this.byId.get(id)?.entries ?? []) this.entries.delete(data.id)
    this.byId.delete(id)
  }

  #take(rows: readonly TournamentRow[], entries: readonly EntryWithBoat[], now: number): void {
    this.revision += 1
    const byTournament = Map.groupBy(entries, entry => entry.tournament_id)
    for (const row of rows) this.#cache(row, byTournament.get(row.id) ?? [], now)
    this.tournaments = [...this.byId.values()].sort(latestStartFirst)
    this.#measure(now)
  }

  #cache(row: TournamentRow, rows: readonly EntryWithBoat[], now: number): void {
    const summary = presentSummary(row, now)
    const entries = rows
      .toSorted(byPositionThenAge)
      .map(entry => cacheEntry(presentEntry(entry), summary, entry.created_at))
    for (const entry of entries) this.entries.set(entry.data.id, entry)
    this.byId.set(row.id, cacheTournament(row, summary, entries, this.revision))
  }

  #turnClock(now: number): void {
    if (now === this.#at || (now >= this.#since && now < this.#until)) return
    const stale = this.tournaments.filter(cached => cached.status !== statusAt(cached.row, now))
    if (stale.length > 0) {
      this.revision += 1
      for (const old of stale) {
        const summary = presentSummary(old.row, now)
        const entries = old.entries.map(({ data, createdAt }) => cacheEntry(data, summary, createdAt))
        for (const entry of entries) this.entries.set(entry.data.id, entry)
        this.byId.set(old.row.id, cacheTournament(old.row, summary, entries, this.revision))
      }
      this.tournaments = this.tournaments.map(cached => this.byId.get(cached.row.id) ?? cached)
    }
    this.#measure(now)
  }

  #measure(now: number): void {
    this.#since = -Infinity
    this.#until = Infinity
    this.#at = now
    for (const { row } of this.tournaments) {
      const { since, until } = statusPeriod(row, now)
      this.#since = Math.max(this.#since, since)
      this.#until = Math.min(this.#until, until)
    }
  }
}

/** Serialises on first use. */
function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

function cacheEntry(data: Entry, tournament: TournamentSummary, createdAt: number): CachedEntry {
  const { id, boat, ...rest } = data
  return { data, tournament, createdAt, json: once(() => JSON.stringify({ id, boat, tournament, ...rest })) }
}

function cacheTournament(
  row: TournamentRow,
  summary: TournamentSummary,
  entries: readonly CachedEntry[],
  revision: number,
): CachedTournament {
  const json = once(() => JSON.stringify({ ...summary, entries: entries.map(({ data }) => data) }))
  return { row, status: summary.status, summary, revision, entries, json }
}

const latestStartFirst = (a: CachedTournament, b: CachedTournament) =>
  b.row.starts_at - a.row.starts_at || (a.row.id < b.row.id ? -1 : 1)

const byPositionThenAge = (a: EntryWithBoat, b: EntryWithBoat) =>
  (a.current_position ?? Infinity) - (b.current_position ?? Infinity) ||
  a.created_at - b.created_at ||
  (a.id < b.id ? -1 : 1)

async function tournamentsOf(db: Db, boats: readonly BoatId[]): Promise<Set<TournamentId>> {
  if (boats.length === 0) return new Set()
  const rows = await db
    .selectFrom('entries')
    .select('tournament_id')
    .distinct()
    .where('boat_id', 'in', boats)
    .execute()
  return new Set(rows.map(row => row.tournament_id))
}

/** @param ids null: all */
async function readTournaments(db: Db, ids: readonly TournamentId[] | null): Promise<TournamentRow[]> {
  if (ids?.length === 0) return []
  return db
    .selectFrom('tournaments')
    .selectAll()
    .$if(ids !== null, query => query.where('id', 'in', ids ?? []))
    .where(isShownTournament)
    .execute()
}

/** Without withdrawn entries. @param ids null: all */
async function readEntries(db: Db, ids: readonly TournamentId[] | null): Promise<EntryWithBoat[]> {
  if (ids?.length === 0) return []
  return db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('entries')
    .select(['boats.name', 'boats.captain_name', 'boats.description', 'boats.image_id'])
    .$if(ids !== null, query => query.where('entries.tournament_id', 'in', ids ?? []))
    .where('entries.withdrawn_at', 'is', null)
    .execute()
}

export async function findCachedEntry(
  store: SnapshotStore,
  id: EntryId,
  now: number,
): Promise<{ entry: CachedEntry; tournament: CachedTournament } | null> {
  const snapshot = await store.read(now)
  const entry = snapshot.entries.get(id)
  const tournament = entry && snapshot.byId.get(entry.tournament.id)
  return entry && tournament ? { entry, tournament } : null
}

export const changedSince = (snapshot: Snapshot, revision: number): CachedTournament[] =>
  snapshot.tournaments.filter(cached => cached.revision > revision)
