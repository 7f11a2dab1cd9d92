import type { AwardPlace, AwardResult } from '#contract/tournaments/scoring/awards.ts'
import type {
  Board,
  BoardFish,
  BoardRow,
  ScoringCatch,
  ScoringEntry,
  ScoringPenalty,
  TieDecision,
  Why,
} from '#contract/tournaments/scoring/boards.ts'
import type { PotEntry } from '#contract/tournaments/scoring/pots.ts'
import type { Category, Limit, Part, Rules, Species, Tie } from '#contract/tournaments/scoring/rules.ts'

/*
 * Scoring a second time, written from the specification alone: one question at a time, each answered from the start,
 * with exact fractions. Slow.
 */

interface Facts {
  /** Filled as they are needed. */
  boards: Map<Category, Board>
  rules: Rules
  entries: readonly ScoringEntry[]
  catches: readonly ScoringCatch[]
  penalties: readonly ScoringPenalty[]
  decisions: readonly TieDecision[]
}

/** An exact number. */
class Exact {
  constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}
  static of = (top: number | bigint, bottom: number | bigint = 1) => new Exact(BigInt(top), BigInt(bottom))
  plus = (other: Exact) =>
    new Exact(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom)
  times = (other: Exact) => new Exact(this.top * other.top, this.bottom * other.bottom)
  /** Needs a number that isn't negative. */
  floor = () => this.top / this.bottom
  rest = () => this.plus(Exact.of(-this.floor()))
  compare = (other: Exact) => {
    const difference = this.top * other.bottom - other.top * this.bottom
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }
}

const exactPart = (part: Part | null) => (part === null ? Exact.of(0) : Exact.of(part[0], part[1]))
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const among = (names: readonly string[], name: string) => names.some(other => same(other, name))
const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

const entryOf = ({ entries }: Facts, fish: ScoringCatch) => {
  const entry = entries.find(({ id }) => id === fish.entryId)
  if (entry === undefined) throw new Error(`no entry ${fish.entryId}`)
  return entry
}
const speciesOf = ({ rules }: Facts, fish: ScoringCatch): Species | undefined =>
  rules.species.find(({ name }) => same(name, fish.species))

/** Days by their distance; the first of the nearest. */
function dayOf({ rules }: Facts, { caughtAt }: ScoringCatch) {
  const away = rules.days.map(({ linesIn, linesOut }) =>
    caughtAt < linesIn ? linesIn - caughtAt : caughtAt > linesOut ? caughtAt - linesOut : 0,
  )
  const index = away.indexOf(Math.min(...away))
  return rules.days[index]
}

/** Returns a weight in pounds. */
const pounds = ({ rules }: Facts, weight: number) => Exact.of(weight, rules.unit === 'oz' ? 16 : 100)

/** Returns points in hundredths, rounded down. */
function pointsOf(facts: Facts, fish: ScoringCatch): number | null {
  const species = speciesOf(facts, fish)
  const points = fish.released ? species?.released : species?.weighed
  if (!points) return null
  const weight = fish.released ? 0 : (fish.weight ?? 0)
  const exact = Exact.of(points.flat).plus(
    pounds(facts, weight).times(exactPart(points.perPound)).times(Exact.of(100)),
  )
  const least = Exact.of(points.atLeast ?? 0)
  const more = exact.compare(least) < 0 ? least : exact
  return facts.rules.wholePoints ? Number(more.times(Exact.of(1, 100)).floor()) * 100 : Number(more.floor())
}

function measuredScore(facts: Facts, category: Category, fish: ScoringCatch): number | null {
  if (category.measure === 'points') return pointsOf(facts, fish)
  if (category.measure === 'length') return fish.length
  if (category.measure === 'count') return 1
  return fish.released ? null : fish.weight
}

function markSum({ rules }: Facts, category: Category, fish: ScoringCatch): number {
  const own = rules.marks.filter(
    mark =>
      fish.marks.includes(mark.key) &&
      (mark.species === null || among(mark.species, fish.species)) &&
      (mark.categories === null || mark.categories.includes(category.key)),
  )
  if (category.measure === 'weight') return total(own.map(({ weight }) => weight))
  return category.measure === 'points' ? total(own.map(({ points }) => points)) : 0
}

/** The penalties of a category. */
function penaltiesIn({ rules }: Facts, category: Category) {
  if (category.rank !== 'boats') return []
  return rules.penalties.filter(({ categories, weight, points }) => {
    if (categories !== null) return categories.includes(category.key)
    if (weight === 0 && points === 0) return true
    return (category.measure === 'weight' && weight > 0) || (category.measure === 'points' && points > 0)
  })
}

const isOut = (facts: Facts, category: Category, entryId: string, day: string | undefined) =>
  penaltiesIn(facts, category).some(({ key, outFrom }) => {
    const counts = facts.penalties.filter(
      one => one.key === key && one.entryId === entryId && one.day === (day ?? null),
    )
    return outFrom !== null && counts.length > 0 && total(counts.map(({ count }) => count)) >= outFrom
  })

const isTooSmall = (fish: ScoringCatch, least: { minWeight: number | null; minLength: number | null }) =>
  (least.minWeight !== null && !fish.released && (fish.weight ?? -1) < least.minWeight) ||
  (least.minLength !== null && (fish.length ?? -1) < least.minLength)

/** Every reason against a fish except limits. */
function reasonsAgainst(facts: Facts, category: Category, fish: ScoringCatch): Set<Why> {
  const { rules } = facts
  const reasons = new Set<Why>()
  const species = speciesOf(facts, fish)
  const day = dayOf(facts, fish)
  const inLines = day === undefined || (fish.caughtAt >= day.linesIn && fish.caughtAt <= day.linesOut)
  const passesScale = fish.released || !fish.weighedAtStated
  const inScale =
    (day?.scaleOpens ?? fish.weighedAt) <= fish.weighedAt &&
    (day?.scaleCloses ?? fish.weighedAt) >= fish.weighedAt
  if (entryOf(facts, fish).disqualified || fish.disqualified) reasons.add('disqualified')
  if (rules.species.length > 0 && species === undefined) reasons.add('species')
  if (category.species !== null && !among(category.species, fish.species)) reasons.add('species')
  if (category.how === 'weighed' && fish.released) reasons.add('how')
  if (category.how === 'released' && !fish.released) reasons.add('how')
  if (measuredScore(facts, category, fish) === null) reasons.add('how')
  if (category.division !== null && !fish.divisions.includes(category.division)) reasons.add('division')
  if (category.rank === 'anglers' && fish.anglerId === null) reasons.add('division')
  if (isTooSmall(fish, category) || (species && isTooSmall(fish, species))) reasons.add('under')
  if (!inLines && !fish.allowed) reasons.add('lines')
  if (!passesScale && !inScale && !fish.allowed) reasons.add('scale')
  if (isOut(facts, category, fish.entryId, day?.name)) reasons.add('penalty')
  if (isPassedOver(facts, category, fish)) reasons.add('passed-over')
  return reasons
}

const order: Why[] = [
  ...(['disqualified', 'species', 'how', 'division', 'under'] as const),
  ...(['lines', 'scale', 'penalty', 'passed-over', 'limit'] as const),
]

function isPassedOver(facts: Facts, category: Category, fish: ScoringCatch): boolean {
  return category.passOver.some(rule => {
    const other = facts.rules.categories.find(({ key }) => key === rule.category)
    if (other === undefined) throw new Error(`no category ${rule.category}`)
    const board = facts.boards.get(other) ?? boardOf(facts, other, null)
    facts.boards.set(other, board)
    const winners = board.rows.filter(({ place }) => place === 1)
    return winners.some(row =>
      rule.by === 'boat'
        ? row.entryId === fish.entryId
        : row.fish.some(one => one.taken && one.catchId === fish.id),
    )
  })
}

/** Cost of a fish under its species' minimum in this category. */
function underCost(facts: Facts, category: Category, fish: ScoringCatch): number | null {
  const { rules } = facts
  const species = speciesOf(facts, fish)
  if (category.rank !== 'boats' || !['weight', 'points'].includes(category.measure)) return null
  const { weight } = fish
  if (!species || species.minWeight === null || fish.released || weight === null) return null
  if (weight >= species.minWeight) return null
  const others = reasonsAgainst(facts, category, fish)
  others.delete('under')
  if (others.size > 0) return null
  const [under] = species.under.filter(({ from }) => from <= weight).sort((a, b) => b.from - a.from)
  if (under === undefined) return null
  if (under.categories !== null && !under.categories.includes(category.key)) return null
  const cost = Exact.of(under.flat, 100)
    .plus(pounds(facts, weight).times(exactPart(under.perPound)))
    .plus(pounds(facts, species.minWeight - weight).times(exactPart(under.perPoundShort)))
  if (category.measure === 'weight' && rules.unit === 'oz') return Number(cost.floor())
  if (category.measure === 'points' && rules.wholePoints) return Number(cost.floor()) * 100
  return Number(cost.times(Exact.of(100)).floor())
}

const matches = (limit: Limit, fish: ScoringCatch) =>
  (limit.species === null || among(limit.species, fish.species)) &&
  (limit.how === null || (limit.how === 'released' ? fish.released : !fish.released))

interface Choice {
  fish: ScoringCatch
  score: number
}

/** Takes the best fish that fits until none does. */
function choose(facts: Facts, category: Category, catches: readonly ScoringCatch[]): Choice[] {
  const candidates = catches
    .filter(fish => reasonsAgainst(facts, category, fish).size === 0)
    .map(fish => ({
      fish,
      score: (measuredScore(facts, category, fish) ?? 0) + markSum(facts, category, fish),
    }))
  const isBetter = (a: Choice, b: Choice): boolean => {
    if (a.score !== b.score) return a.score > b.score
    if (a.fish.caughtAt !== b.fish.caughtAt) return a.fish.caughtAt < b.fish.caughtAt
    if (a.fish.weighedAt !== b.fish.weighedAt) return a.fish.weighedAt < b.fish.weighedAt
    return a.fish.id < b.fish.id
  }
  const choices: Choice[] = []
  let waiting = candidates
  while (waiting.length > 0) {
    const best = waiting.find(one => waiting.every(other => other === one || isBetter(one, other)))
    if (best === undefined) throw new Error('no best fish')
    waiting = waiting.filter(one => one !== best)
    const fits = category.limits
      .filter(limit => matches(limit, best.fish))
      .every(limit => {
        const before = choices.filter(({ fish }) => matches(limit, fish))
        const thatDay = before.filter(
          ({ fish }) => dayOf(facts, fish)?.name === dayOf(facts, best.fish)?.name,
        )
        return before.length < (limit.most ?? Infinity) && thatDay.length < (limit.mostPerDay ?? Infinity)
      })
    if (fits) choices.push(best)
  }
  return choices
}

function sumOf(category: Category, choices: readonly Choice[]): number {
  const cut = category.limits.filter(({ sumAtMost }) => sumAtMost !== null)
  const sums = cut.map(limit =>
    Math.min(
      limit.sumAtMost ?? 0,
      total(choices.filter(({ fish }) => matches(limit, fish)).map(({ score }) => score)),
    ),
  )
  const free = choices.filter(({ fish }) => !cut.some(limit => matches(limit, fish)))
  return total([...sums, ...free.map(({ score }) => score)])
}

interface Contestant {
  key: string
  entryId: string
  anglerId: string | null
  fish: ScoringCatch[]
}

function contestantsIn(facts: Facts, category: Category, day: string | null): Contestant[] {
  const { entries } = facts
  const catches = facts.catches.filter(fish => day === null || dayOf(facts, fish)?.name === day)
  const fishOf = (entryId: string) => catches.filter(fish => fish.entryId === entryId)
  if (category.rank === 'boats')
    return entries.map(({ id }) => ({ key: id, entryId: id, anglerId: null, fish: fishOf(id) }))
  if (category.rank === 'fish')
    return entries.flatMap(({ id }) =>
      fishOf(id).map(fish => ({ key: fish.id, entryId: id, anglerId: fish.anglerId, fish: [fish] })),
    )
  return entries.flatMap(({ id }) =>
    [...new Set(fishOf(id).map(({ anglerId }) => anglerId))].map(anglerId => ({
      key: `${id}/${anglerId ?? ''}`,
      entryId: id,
      anglerId,
      fish: fishOf(id).filter(fish => fish.anglerId === anglerId),
    })),
  )
}

function penaltyOf(facts: Facts, category: Category, contestant: Contestant, day: string | null): number {
  const amount = (weight: number, points: number) =>
    category.measure === 'weight' ? weight : category.measure === 'points' ? points : 0
  const penalties = facts.penalties
    .filter(({ entryId }) => entryId === contestant.entryId)
    .filter(one => day === null || one.day === day)
    .flatMap(({ key, count }) =>
      penaltiesIn(facts, category)
        .filter(penalty => penalty.key === key)
        .map(({ weight, points }) => count * amount(weight, points)),
    )
  return total(penalties)
}

function totalOf(facts: Facts, category: Category, contestant: Contestant, day: string | null): number {
  const under = contestant.fish.map(fish => underCost(facts, category, fish) ?? 0)
  const penalty = penaltyOf(facts, category, contestant, day)
  return sumOf(category, choose(facts, category, contestant.fish)) - penalty - total(under)
}

/** Greater is better; lists compare from their start. */
function tieValue(
  facts: Facts,
  category: Category,
  contestant: Contestant,
  day: string | null,
  tie: Tie,
): number[] {
  const catches = choose(facts, category, contestant.fish).map(({ fish }) => fish)
  const sizes = catches
    .map(fish => (category.measure === 'length' ? fish.length : fish.released ? 0 : fish.weight) ?? 0)
    .sort((a, b) => b - a)
  if (typeof tie !== 'string') return [-catches.filter(({ marks }) => marks.includes(tie.fewest)).length]
  if (tie === 'first-caught') return [-Math.min(...catches.map(({ caughtAt }) => caughtAt))]
  if (tie === 'first-weighed') return [-Math.min(...catches.map(({ weighedAt }) => weighedAt))]
  if (tie === 'first-to-reach') return [-Math.max(...catches.map(({ caughtAt }) => caughtAt))]
  if (tie === 'most-fish') return [catches.length]
  if (tie === 'largest') return [sizes[0] ?? 0]
  if (tie === 'fish-by-fish') return sizes
  const { days } = facts.rules
  if (day !== null || days.length === 0) return [0]
  const totals = days.map(({ name }) => {
    const own = contestantsIn(facts, category, name).find(({ key }) => key === contestant.key)
    return totalOf(facts, category, own ?? { ...contestant, fish: [] }, name)
  })
  return [Math.max(...totals)]
}

function boardOf(facts: Facts, category: Category, day: string | null): Board {
  const contestants = contestantsIn(facts, category, day)
  const results = contestants.map(contestant => {
    const choices = choose(facts, category, contestant.fish)
    const values =
      choices.length === 0 ? [] : category.ties.map(tie => tieValue(facts, category, contestant, day, tie))
    return { contestant, choices, total: totalOf(facts, category, contestant, day), values }
  })
  type Result = (typeof results)[number]
  const isBetter = (a: Result, b: Result): boolean => {
    if (a.total !== b.total) return a.total > b.total
    for (const [index, value] of a.values.entries()) {
      const other = b.values[index] ?? []
      for (const at of [...Array(Math.max(value.length, other.length)).keys()])
        if ((value[at] ?? 0) !== (other[at] ?? 0)) return (value[at] ?? 0) > (other[at] ?? 0)
    }
    return false
  }
  const rankedResults = results.filter(({ choices }) => choices.length > 0)
  const rows = results.map((one): BoardRow => {
    const { contestant, choices } = one
    const isRanked = choices.length > 0
    const better = rankedResults.filter(other => isBetter(other, one)).length
    const equals = rankedResults.filter(other => !isBetter(other, one) && !isBetter(one, other))
    const tieDecision = facts.decisions
      .filter(decision => decision.category === category.key && decision.day === day)
      .filter(decision => equals.every(other => decision.order.includes(other.contestant.key)))
      .filter(decision => decision.total === undefined || decision.total === one.total)
      .at(-1)
    const before = tieDecision
      ? equals.filter(
          other =>
            tieDecision.order.indexOf(other.contestant.key) < tieDecision.order.indexOf(contestant.key),
        ).length
      : 0
    return {
      place: isRanked ? 1 + better + before : null,
      tied: isRanked && equals.length > 1 && tieDecision === undefined,
      contestant: contestant.key,
      entryId: contestant.entryId,
      anglerId: contestant.anglerId,
      total: one.total,
      penalty: penaltyOf(facts, category, contestant, day),
      firstCaughtAt: isRanked ? Math.min(...choices.map(({ fish }) => fish.caughtAt)) : null,
      fish: contestant.fish.map(fish => fishOn(facts, category, fish, choices)),
    }
  })
  return { category: category.key, day, rows }
}

function fishOn(facts: Facts, category: Category, fish: ScoringCatch, choices: Choice[]): BoardFish {
  const reasons = reasonsAgainst(facts, category, fish)
  const isTaken = choices.some(one => one.fish === fish)
  const why = order.find(reason => reasons.has(reason)) ?? (isTaken ? null : 'limit')
  const score = (measuredScore(facts, category, fish) ?? 0) + markSum(facts, category, fish)
  const cost = underCost(facts, category, fish)
  return {
    catchId: fish.id,
    score: reasons.size === 0 ? score : cost === null ? null : -cost,
    taken: isTaken,
    why,
  }
}

export function oracleStandings(input: Omit<Facts, 'boards'>): Board[] {
  const facts: Facts = { ...input, boards: new Map() }
  return facts.rules.categories.flatMap(category => {
    const days = category.days === 'each' ? facts.rules.days.map(({ name }) => name) : [null]
    return days.map(day => boardOf(facts, category, day))
  })
}

/** Whole cents of exact shares: down, then a cent each in the order of the remainders. */
function cents(shares: readonly Exact[]): number[] {
  const parts = shares.map(share => Number(share.floor()))
  const sum = shares.reduce((a, b) => a.plus(b), Exact.of(0))
  let remainder = Number(sum.floor()) - total(parts)
  const lucky = new Set<number>()
  while (remainder > 0) {
    const open = [...shares.keys()].filter(index => !lucky.has(index))
    const restOf = (index: number) => (shares[index] ?? Exact.of(0)).rest()
    const next = open.find(index => open.every(other => restOf(index).compare(restOf(other)) >= 0))
    if (next === undefined) throw new Error('no share is left')
    lucky.add(next)
    remainder -= 1
  }
  return parts.map((part, index) => part + (lucky.has(index) ? 1 : 0))
}

/** Whole cents to the first. */
function equally(amount: number, count: number): number[] {
  const each = Math.floor(amount / count)
  return Array.from({ length: count }, (_, index) => each + (index < amount - each * count ? 1 : 0))
}

export function oracleAwards(
  rules: Rules,
  boards: readonly Board[],
  entries: readonly ScoringEntry[],
  potEntries: readonly PotEntry[],
): AwardResult[] {
  const boatsIn = (key: string) =>
    entries.filter(
      ({ id }) =>
        rules.pots.find(pot => pot.key === key)?.entry === 'all' ||
        potEntries.some(one => one.pot === key && one.entryId === id),
    )
  const potOf = (key: string): number => {
    const pot = rules.pots.find(one => one.key === key)
    if (pot === undefined) throw new Error(`no pot ${key}`)
    const fees = Exact.of(boatsIn(key).length * (pot.fee ?? 0)).times(Exact.of(pot.payback, 10_000))
    return Number(fees.floor()) + (pot.added ?? 0)
  }
  const baseOf = (key: string): number => {
    const own = rules.awards.find(award => award.key === key)
    const together = rules.awards.filter(award => award.pot === own?.pot && !('amounts' in award.split))
    const shares = together.map(({ pot, percent }) =>
      Exact.of(potOf(pot)).times(
        typeof percent === 'number' ? Exact.of(percent, 10_000) : Exact.of(percent[0], percent[1]),
      ),
    )
    return cents(shares)[together.findIndex(award => award.key === key)] ?? 0
  }

  const boardsOf = (category: string) => boards.filter(board => board.category === category)
  const results = rules.awards.flatMap(award => {
    const own = boardsOf(award.category)
    const bases = equally(baseOf(award.key), own.length)
    return own.map((board, index) => {
      const inPot = new Set(boatsIn(award.pot).map(({ id }) => id))
      const rows = board.rows.filter(({ place, entryId }) => place !== null && inPot.has(entryId))
      return { award, board, index, rows, amount: bases[index] ?? 0 }
    })
  })
  type Result = (typeof results)[number]

  for (const result of results) {
    const { award, index, rows } = result
    const own = results.filter(other => other.award === award)
    const later = own.filter(other => other.index > index)
    const heirs: Result[] =
      award.unclaimed === 'next-day' ? later.slice(0, 1) : award.unclaimed === 'remaining-days' ? later : []
    if (rows.length > 0 || heirs.length === 0) continue
    const parts = equally(result.amount, heirs.length)
    for (const [at, heir] of heirs.entries()) heir.amount += parts[at] ?? 0
    result.amount = 0
  }
  const before = results.map(({ amount }) => amount)
  for (const [index, result] of results.entries()) {
    const { unclaimed } = result.award
    if (typeof unclaimed === 'string' || result.rows.length > 0) continue
    const heirs = unclaimed.to
      .map(key => results.find(({ award }) => award.key === key))
      .filter(heir => heir !== undefined)
      .filter(({ rows }) => rows.length > 0)
    if (heirs.length === 0) continue
    const parts = equally(before[index] ?? 0, heirs.length)
    for (const [at, heir] of heirs.entries()) heir.amount += parts[at] ?? 0
    result.amount = 0
  }

  return results.map(({ award, board, rows, amount }) => {
    const { split } = award
    const boats = boatsIn(award.pot).length
    let prizes: number[]
    if ('amounts' in split) {
      const { basedOn } = split
      prizes = split.amounts.map(prize =>
        basedOn !== null && boats < basedOn
          ? Number(Exact.of(prize).times(Exact.of(boats, basedOn)).floor())
          : prize,
      )
    } else {
      const n = Math.min(rows.length, Math.max(...split.percents.map(row => row.length)))
      const exact = split.percents.find(row => row.length === n)
      const longer = split.percents.filter(row => row.length > n).sort((a, b) => a.length - b.length)[0]
      const first = (longer ?? []).slice(0, n)
      const shares = exact
        ? exact.map(percent => Exact.of(percent, 10_000))
        : first.map(percent => Exact.of(percent, total(first)))
      prizes = n === 0 ? [] : cents(shares.map(share => share.times(Exact.of(amount))))
    }
    const places: AwardPlace[] = rows.map(row => {
      const better = rows.filter(other => (other.place ?? 0) < (row.place ?? 0)).length
      const equals = rows
        .filter(other => other.place === row.place)
        .sort((a, b) => {
          const byTime = (a.firstCaughtAt ?? 0) - (b.firstCaughtAt ?? 0)
          if (byTime !== 0) return byTime
          const [first, second] = [
            JSON.stringify([a.entryId, a.contestant]),
            JSON.stringify([b.entryId, b.contestant]),
          ]
          return first < second ? -1 : 1
        })
      const sharedPrize = total(prizes.slice(better, better + equals.length))
      return {
        place: better + 1,
        tied: equals.length > 1,
        entryId: row.entryId,
        anglerId: row.anglerId,
        amount: equally(sharedPrize, equals.length)[equals.indexOf(row)] ?? 0,
      }
    })
    const whole = 'amounts' in split ? total(prizes) : amount
    return {
      key: award.key,
      day: board.day,
      amount: whole,
      notWon: whole - total(places.map(place => place.amount)),
      places: places.filter(place => place.amount > 0),
    }
  })
}
