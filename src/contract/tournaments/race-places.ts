import type { Race } from './race.ts'

/** Pure. */

/** A boat's place on the main board. */
export interface RacePlace {
  place: number
  tied: boolean
  /** Amount in the race's unit. */
  amount: number
}

/** Places by entry. */
export type RacePlaces = ReadonlyMap<string, RacePlace>

/** The board after each frame; boats without a place are absent. */
export function placesOf({ entries, frames }: Race): RacePlaces[] {
  const places = new Map<string, RacePlace>()
  return frames.map(({ changes }) => {
    for (const { entry, place, amount, tied = false } of changes) {
      const id = entries[entry]
      if (id === undefined) continue
      if (place === null) places.delete(id)
      else places.set(id, { place, amount: amount ?? places.get(id)?.amount ?? 0, tied })
    }
    return new Map(places)
  })
}

/** Alone in first place. */
function leaderOf(places: RacePlaces): string | null {
  const first = [...places].filter(([, { place }]) => place === 1)
  return first.length === 1 ? (first[0]?.[0] ?? null) : null
}

export interface LeadChange {
  entryId: string
  at: string
  amount: number
  /** Lead over the next boat, or null if it has none. */
  margin: number | null
}

/** Each time a boat took the lead alone, by its own fish. Where each day has its board, a day begins without a leader. */
export function leadChangesOf(race: Race): LeadChange[] {
  const changes: LeadChange[] = []
  let last: string | null = null
  let before: RacePlaces = new Map()
  for (const [n, places] of placesOf(race).entries()) {
    if (race.frames[n]?.day !== race.frames[n - 1]?.day) {
      last = null
      before = new Map()
    }
    const entryId = leaderOf(places)
    const amount = entryId === null ? undefined : places.get(entryId)?.amount
    const isOwn =
      entryId !== null && (amount ?? 0) > (before.get(entryId)?.amount ?? Number.NEGATIVE_INFINITY)
    const others = [...places.values()].filter(({ place }) => place > 1)
    // A decided position isn't a lead.
    const isAhead = amount !== undefined && others.every(other => other.amount <= amount)
    if (entryId !== null && entryId !== last && isOwn && isAhead) {
      const next = others.toSorted((a, b) => a.place - b.place)[0]
      const margin = next ? difference(amount, next.amount) : 0
      changes.push({ entryId, at: race.frames[n]?.at ?? '', amount, margin: margin > 0 ? margin : null })
    }
    last = entryId
    before = places
  }
  return changes
}

/** Subtracts amounts that have at most two decimals. */
export const difference = (a: number, b: number): number => Math.round((a - b) * 100) / 100
