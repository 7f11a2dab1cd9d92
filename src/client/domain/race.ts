import { countText } from '#contract/numbers.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { difference, type RacePlace, type RacePlaces } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import { hourMs } from './dates.ts'

/** Lines of the chart: as many as its colors. */
const linesShown = 8

export interface TowerRow extends RacePlace {
  entryId: string
  /** Amount behind the first place, or null if it isn't, as with a decided position. */
  toLeader: number | null
  /** Amount behind the boat above, or null if it isn't. */
  toNext: number | null
  /** Places gained in the hour before; negative: lost. 0 also for a boat that had none. */
  placesGained: number
}

const sortByPlace = (places: RacePlaces) =>
  [...places].toSorted(([a, { place: x }], [b, { place: y }]) => x - y || (a < b ? -1 : 1))

/** The frame an hour before, if there was one. */
function hourBefore({ frames }: Race, n: number): number {
  const until = Date.parse(frames[n]?.at ?? '') - hourMs
  return frames.findLastIndex(({ at }) => Date.parse(at) <= until)
}

/** Returns the difference, or null if it isn't behind. */
function behind(other: RacePlace | undefined, own: RacePlace): number | null {
  const gap = other === undefined ? 0 : difference(other.amount, own.amount)
  return gap > 0 ? gap : null
}

/** The board after a frame. @param steps see `placesOf` */
export function towerAt(race: Race, steps: readonly RacePlaces[], n: number): TowerRow[] {
  const before = steps[hourBefore(race, n)]
  const rows = sortByPlace(steps[n] ?? new Map())
  const leader = rows.find(([, { place }]) => place === 1)?.[1]
  return rows.map(([entryId, own], index) => {
    const above = rows[index - 1]?.[1]
    const was = before?.get(entryId)?.place
    return {
      ...own,
      entryId,
      toLeader: behind(leader, own),
      toNext: behind(above, own),
      placesGained: was === undefined ? 0 : was - own.place,
    }
  })
}

export interface RaceLine {
  /** Id of the entry. */
  id: string
  /** Milliseconds since 1970, and amounts, which hold until the next. */
  points: readonly (readonly [at: number, amount: number])[]
}

/** Returns a line for each boat that leads at the end, the first of them first. */
export function linesOf({ frames }: Race, steps: readonly RacePlaces[]): RaceLine[] {
  const last = steps.at(-1)
  if (!last) return []
  return sortByPlace(last)
    .slice(0, linesShown)
    .map(([id]) => {
      const points: [number, number][] = []
      for (const [n, places] of steps.entries()) {
        const amount = places.get(id)?.amount
        if (amount !== undefined && amount !== points.at(-1)?.[1])
          points.push([Date.parse(frames[n]?.at ?? ''), amount])
      }
      return { id, points }
    })
}

/** "−12.5 lbs" is for the eye; this is read out. "12.5 lbs behind the leader, 3.2 lbs behind the boat ahead" */
export function gapsText({ toLeader, toNext, place }: TowerRow, unit: Race['unit']): string | null {
  if (toLeader === null) return null
  const behind = `${amountText(toLeader, unit)} behind the leader`
  return place <= 2 || toNext === null
    ? behind
    : `${behind}, ${amountText(toNext, unit)} behind the boat ahead`
}

/** Returns "up 2 places in the last hour", or null if it stayed. */
export function placeChangeText(placesGained: number): string | null {
  if (placesGained === 0) return null
  return `${placesGained > 0 ? 'up' : 'down'} ${countText(Math.abs(placesGained), 'place')} in the last hour`
}

/** Milliseconds a replay takes: 30 seconds, less with few weigh-ins. */
export const replayMs = (frames: number): number => Math.min(30_000, frames * 1500)
