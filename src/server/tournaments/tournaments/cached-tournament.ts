import type {
  Entry,
  TournamentCard,
  TournamentStatus,
  TournamentSummary,
} from '#contract/tournaments/tournaments.ts'
import { type CachedJson, cacheJson } from '#server/http/etag.ts'
import {
  type EntryWithBoat,
  type FundedTournament,
  presentCard,
  presentEntry,
  presentSummary,
  takesFunding,
} from './tournaments.present.ts'

/** An entry as the public sees it. */
export interface CachedEntry {
  data: Entry
  tournament: TournamentSummary
  createdAt: number
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

export const cacheEntry = (
  row: EntryWithBoat,
  tournament: FundedTournament,
  summary: TournamentSummary,
  now: number,
): CachedEntry => ({
  data: presentEntry(row, tournament, now),
  tournament: summary,
  createdAt: row.created_at,
})

/** @param now milliseconds since 1970 */
export function cacheTournament(
  row: FundedTournament,
  rows: readonly EntryWithBoat[],
  now: number,
): CachedTournament {
  const summary = presentSummary(row, now)
  const entries = rows.toSorted(byPositionThenAge).map(entry => cacheEntry(entry, row, summary, now))
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

/** Builds the value on first use. */
function once<T>(build: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= build()
    return value
  }
}
