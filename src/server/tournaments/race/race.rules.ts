import type { Race } from '#contract/tournaments/race.ts'
import { scoreUnitOf } from '#contract/tournaments/score-texts.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import { type RankingInput, rankOf } from '#server/tournaments/entries/index.ts'

/** Pure. */

type Change = Race['frames'][number]['changes'][number]

interface Placed {
  place: number
  amount: number
  tied?: true
}

/** In milliseconds, by fish, which counts on the board from then on. */
function weighTimes({ catches, ruled }: RankingInput): Map<string, number> {
  if (ruled) return new Map(ruled.input.catches.map(({ id, weighedAt }) => [id, weighedAt]))
  return new Map(catches.map(({ id, recordedAt, weighedAt = recordedAt }) => [id, weighedAt]))
}

/** Evenly over all, with the last. */
function sample(times: readonly number[], most: number): number[] {
  if (times.length <= most) return [...times]
  return Array.from({ length: most }, (_, n) => times[Math.ceil(((n + 1) * times.length) / most) - 1] ?? 0)
}

/** The input as it would be with the fish weighed in by then; corrections and rulings are those of now. */
function inputAt(input: RankingInput, times: ReadonlyMap<string, number>, at: number): RankingInput {
  const isThere = ({ id }: { id: string }) => (times.get(id) ?? 0) <= at
  const { ruled } = input
  return {
    ...input,
    catches: input.catches.filter(isThere),
    ruled: ruled && {
      rules: ruled.rules,
      input: { ...ruled.input, catches: ruled.input.catches.filter(isThere) },
    },
  }
}

/** Only boats with a fish that counts. */
function placesAt(input: RankingInput, times: ReadonlyMap<string, number>, at: number) {
  const places = new Map<string, Placed>()
  for (const [id, { position: place, best, score }] of rankOf(inputAt(input, times, at))) {
    if (place === null) continue
    const { value, tied } = score === null ? {} : (JSON.parse(score) as { value: string; tied?: true })
    const amount = value === undefined ? best && best.weight / 100 : Number(value)
    if (amount !== null) places.set(id, { place, amount, ...(tied && { tied }) })
  }
  return places
}

/** Null: nothing changed. */
function changeOf(entry: number, before: Placed | undefined, after: Placed | undefined): Change | null {
  if (after === undefined) return before === undefined ? null : { entry, place: null }
  const { amount, ...place } = after
  if (amount !== before?.amount) return { entry, ...after }
  return place.place === before.place && place.tied === before.tied ? null : { entry, ...place }
}

/** {@link raceOf} that pauses after each moment, so that a server answers others in between. */
export function* raceSteps(input: RankingInput, mostFrames: number): Generator<undefined, Race> {
  const times = weighTimes(input)
  const numbers = new Map<string, number>()
  const frames: Race['frames'] = []
  let before = new Map<string, Placed>()
  const moments = [...new Set(times.values())].sort((a, b) => a - b)
  for (const at of sample(moments, mostFrames)) {
    const places = placesAt(input, times, at)
    const changes: Change[] = []
    for (const id of new Set([...before.keys(), ...places.keys()])) {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      const change = changeOf(number, before.get(id), places.get(id))
      if (change) changes.push(change)
    }
    before = places
    if (changes.length > 0) frames.push({ at: new Date(at).toISOString(), changes })
    yield
  }
  const [main] = input.ruled?.rules.categories ?? []
  const unit: ScoreUnit = input.ruled && main ? scoreUnitOf(input.ruled.rules.unit, main.measure) : 'lbs'
  return { board: main?.name ?? null, unit, entries: [...numbers.keys()], frames }
}

/**
 * The main board after each weigh-in, by the function that gives boats their positions.
 * @param mostFrames with more weigh-ins, so many of them
 */
export function raceOf(input: RankingInput, mostFrames: number): Race {
  const steps = raceSteps(input, mostFrames)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
