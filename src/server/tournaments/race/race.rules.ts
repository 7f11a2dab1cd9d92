import { iso } from '#contract/iso.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { scoreUnitOf } from '#contract/tournaments/score-texts.ts'
import type { EntryScore, ScoreUnit } from '#contract/tournaments/scores.ts'
import { type RankingInput, rankOf } from '#server/tournaments/entries/index.ts'

type Change = Race['frames'][number]['changes'][number]

interface RacePlace {
  place: number
  amount: number
  tied?: true
  /** The board's day, where each day has a board. */
  day?: string
}

type Places = ReadonlyMap<string, RacePlace>

/** Returns numbers that are evenly spread over all, with the last. */
function sample(numbers: readonly number[], most: number): number[] {
  if (numbers.length <= most) return [...numbers]
  return Array.from(
    { length: most },
    (_, n) => numbers[Math.ceil(((n + 1) * numbers.length) / most) - 1] ?? 0,
  )
}

/** The input as it would be with the fish weighed in by then; corrections and rulings are those of now. */
function inputAt(input: RankingInput, times: ReadonlyMap<string, number>, at: number): RankingInput {
  const isThere = ({ id }: { id: string }) => (times.get(id) ?? 0) <= at
  const { scoring } = input
  return {
    ...input,
    catches: input.catches.filter(isThere),
    scoring: scoring && {
      rules: scoring.rules,
      input: { ...scoring.input, catches: scoring.input.catches.filter(isThere) },
    },
  }
}

/** Returns the places at a time. Only boats with a fish that counts have one. */
function placesAt(input: RankingInput, times: ReadonlyMap<string, number>, at: number): Places {
  const places = new Map<string, RacePlace>()
  for (const [id, { position: place, best, score }] of rankOf(inputAt(input, times, at))) {
    if (place === null) continue
    const { value, tied, day }: Partial<EntryScore> = score === null ? {} : JSON.parse(score)
    const amount = value === undefined ? best && best.weight / 100 : Number(value)
    if (amount !== null)
      places.set(id, { place, amount, ...(tied && { tied }), ...(day !== undefined && { day }) })
  }
  return places
}

/** Returns the change of a boat's place, or null. */
function changeOf(entry: number, before: RacePlace | undefined, after: RacePlace | undefined): Change | null {
  if (after === undefined) return before === undefined ? null : { entry, place: null }
  const { amount, day: _, ...place } = after
  if (amount !== before?.amount) return { entry, amount, ...place }
  return place.place === before.place && place.tied === before.tied ? null : { entry, ...place }
}

const firstOf = (places: Places) => [...places].filter(([, { place }]) => place === 1).toSorted()
const leadersOf = (places: Places): string =>
  JSON.stringify(firstOf(places).map(([id, { day }]) => [id, day]))
const isSameLead = (a: Places, b: Places): boolean => Bun.deepEquals(firstOf(a), firstOf(b))

/** The search for lead changes ends when this many times `mostFrames` boards are computed. */
const mostSearched = 3

/**
 * The main board after each weigh-in, by the function that gives boats their positions. Pauses after each board, so
 * that a server answers others in between.
 * @param mostFrames with more weigh-ins: those at which the lead changes, and others evenly
 */
export function* raceSteps(input: RankingInput, mostFrames: number): Generator<undefined, Race> {
  // A fish counts from its weighing on.
  const fish = input.scoring?.input.catches ?? input.catches
  const times = new Map(fish.map(({ id, weighedAt }) => [id, weighedAt]))
  const moments = [...new Set(times.values())].sort((a, b) => a - b)
  const boards = new Map<number, Places>([[-1, new Map()]])

  /** @param n of the moment */
  function* boardAt(n: number): Generator<undefined, Places> {
    const cached = boards.get(n)
    if (cached) return cached
    const places = placesAt(input, times, moments[n] ?? 0)
    boards.set(n, places)
    yield
    return places
  }

  /**
   * Finds where the lead changes after `from` until `to`.
   * A leader who stays has a bigger fish if it changed in between.
   */
  function* findLeads(from: number, to: number): Generator<undefined, number[]> {
    const before = yield* boardAt(from)
    const after = yield* boardAt(to)
    if (isSameLead(before, after)) return []
    if (to - from === 1 || boards.size > mostSearched * mostFrames)
      return leadersOf(before) === leadersOf(after) ? [] : [to]
    const middle = Math.floor((from + to) / 2)
    return [...(yield* findLeads(from, middle)), ...(yield* findLeads(middle, to))]
  }

  const even = sample([...moments.keys()], mostFrames)
  const leads: number[] = []
  if (even.length < moments.length)
    for (const [index, to] of even.entries()) leads.push(...(yield* findLeads(even[index - 1] ?? -1, to)))
  const keptLeads = sample(leads, mostFrames - 1)
  const others = even.filter(n => !keptLeads.includes(n))
  const frameIndexes = [...keptLeads, ...sample(others, mostFrames - keptLeads.length)].sort((a, b) => a - b)

  const numbers = new Map<string, number>()
  const frames: Race['frames'] = []
  let before: Places = new Map()
  for (const n of frameIndexes) {
    const places = yield* boardAt(n)
    const changes: Change[] = []
    for (const id of new Set([...before.keys(), ...places.keys()])) {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      const change = changeOf(number, before.get(id), places.get(id))
      if (change) changes.push(change)
    }
    before = places
    const day = firstOf(places)[0]?.[1].day
    if (changes.length > 0)
      frames.push({ at: iso(moments[n] ?? 0), changes, ...(day !== undefined && { day }) })
  }
  const [main] = input.scoring?.rules.categories ?? []
  const unit: ScoreUnit = input.scoring && main ? scoreUnitOf(input.scoring.rules.unit, main.measure) : 'lbs'
  return { board: main?.name ?? null, unit, entries: [...numbers.keys()], frames }
}
