import type { Candidate } from './counting.ts'
import { type Fish, nameSet } from './fish.ts'
import type { Category, Limit } from './rules.ts'

/** A fish that counts, unless a limit leaves it out. */
export interface CountableFish {
  fish: Fish
  score: number
}

export interface Choice {
  taken: readonly CountableFish[]
  /** Fish that a limit leaves out. */
  left: readonly CountableFish[]
  /** Sum of the scores, after limits cut it. */
  sum: number
}

/** Compares by score, time caught, time weighed and id. */
function betterFirst(a: CountableFish, b: CountableFish): number {
  const [first, second] = [a.fish.caught, b.fish.caught]
  return (
    b.score - a.score ||
    first.caughtAt - second.caughtAt ||
    first.weighedAt - second.weighedAt ||
    (first.id < second.id ? -1 : 1)
  )
}

export function countableFish(candidates: readonly Candidate[]): CountableFish[] {
  const countable: CountableFish[] = []
  for (const { fish, score, why } of candidates)
    if (score !== null && why === null) countable.push({ fish, score })
  return countable.sort(betterFirst)
}

interface Room {
  matches: (fish: Fish) => boolean
  limit: Limit
  taken: number
  /** Taken fish by day, for a limit a day. */
  takenByDay: Map<string | null, number>
  sum: number
}

const hasRoom = ({ limit: { most, mostPerDay }, taken, takenByDay }: Room, { day }: Fish): boolean =>
  (most === null || taken < most) && (mostPerDay === null || (takenByDay.get(day) ?? 0) < mostPerDay)

function take(room: Room, { fish, score }: CountableFish) {
  room.taken += 1
  room.sum += score
  if (room.limit.mostPerDay !== null) room.takenByDay.set(fish.day, (room.takenByDay.get(fish.day) ?? 0) + 1)
}

function matcher({ species, how }: Limit): (fish: Fish) => boolean {
  const names = nameSet(species)
  return ({ speciesName, caught: { released } }) =>
    (names === null || names.has(speciesName)) && (how === null || (how === 'released') === released)
}

/** @returns chooses from the fish of a contestant, best first */
export function chooserOf({ limits }: Category): (fish: readonly CountableFish[]) => Choice {
  const rules = limits.map(limit => ({ limit, matches: matcher(limit) }))
  return candidates => {
    if (rules.length === 0 || candidates.length === 0) return wholeOf(candidates)
    const rooms = rules.map((rule): Room => ({ ...rule, taken: 0, takenByDay: new Map(), sum: 0 }))
    const taken: CountableFish[] = []
    const left: CountableFish[] = []
    for (const candidate of candidates) {
      const own = rooms.filter(({ matches }) => matches(candidate.fish))
      if (own.every(room => hasRoom(room, candidate.fish))) {
        taken.push(candidate)
        for (const room of own) take(room, candidate)
      } else left.push(candidate)
    }
    // Limits with sums are disjoint.
    const cut = rooms.reduce(
      (all, { limit: { sumAtMost }, sum }) => all + Math.max(0, sum - (sumAtMost ?? sum)),
      0,
    )
    return { taken, left, sum: wholeOf(taken).sum - cut }
  }
}

const wholeOf = (taken: readonly CountableFish[]): Choice => ({
  taken,
  left: [],
  sum: taken.reduce((sum, { score }) => sum + score, 0),
})
