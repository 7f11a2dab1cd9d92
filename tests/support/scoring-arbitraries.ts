import fc from 'fast-check'
import { hour } from '#contract/time.ts'
import type {
  ScoringCatch,
  ScoringEntry,
  ScoringPenalty,
  TieDecision,
} from '#contract/tournaments/scoring/boards.ts'
import type { PotEntry } from '#contract/tournaments/scoring/pots.ts'
import { tieNames } from '#contract/tournaments/scoring/rules.ts'
import { noon } from './scoring.ts'

/** Small ranges, so that ties, limits and refusals are frequent. */

const speciesNames = ['Tuna', 'Dolphin', 'Blue Marlin'] as const
const divisionKeys = ['juniors', 'ladies'] as const
const markKeys = ['dead', 'gaffed'] as const
const penaltyKeys = ['late', 'short'] as const
const dayNames = ['Friday', 'Saturday', 'Sunday'] as const
const boatIds = ['a', 'b', 'c', 'd'] as const

/** @param often how many values for each null */
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>, often = 2) =>
  fc.option(arbitrary, { nil: null, freq: often })
/** Mostly null. */
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
const part = orNull(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 7 })))
const someOf = (...names: string[]) => sometimes(fc.subarray(names, { minLength: 1 }))

/** Hours from noon of the first day. */
const at = (hours: number) => new Date(noon + hours * hour).toISOString()

/** Eight hours of lines, with four hours between the days. */
const days = fc.integer({ min: 0, max: 3 }).chain(count =>
  fc.tuple(
    ...dayNames.slice(0, count).map((name, index) =>
      fc.record({
        name: fc.constant(name),
        linesIn: fc.constant(at(index * 12)),
        linesOut: fc.constant(at(index * 12 + 8)),
        scaleOpens: orNull(fc.constant(at(index * 12 + 4))),
        scaleCloses: orNull(fc.constant(at(index * 12 + 9))),
      }),
    ),
  ),
)

const points = orNull(
  fc.record({
    flat: fc.constantFrom(35, 70, 70, 0.5),
    perPound: sometimes(part),
    atLeast: sometimes(fc.constantFrom(1, 70)),
  }),
  5,
)

/** @param unit weights are small in pounds, so that ounces are too */
const speciesList = (categories: readonly { key: string; rank: string; measure: string }[]) => {
  const costly = categories
    .filter(({ rank, measure }) => rank === 'boats' && ['weight', 'points'].includes(measure))
    .map(({ key }) => key)
  const under = fc.record({
    from: fc.constantFrom(0, 1, 2),
    flat: fc.constantFrom(0, 2, 0.75),
    perPound: part,
    perPoundShort: part,
    categories: costly.length === 0 ? fc.constant(null) : someOf(...costly),
  })
  const one = (name: string) =>
    fc.record({
      name: fc.constant(name),
      minWeight: fc.constantFrom(null, null, 2, 3),
      minLength: sometimes(fc.constant(20)),
      weighed: points,
      released: points,
      under: fc.uniqueArray(under, { selector: ({ from }) => from, maxLength: 3 }),
    })
  return fc
    .tuple(...speciesNames.map(one))
    .map(list =>
      list.map(species => ({ ...species, under: species.minWeight === null ? [] : species.under })),
    )
}

interface Context {
  hasDays: boolean
  /** Keys of earlier categories. */
  wholeKeys: readonly string[]
}

/** Limits, with sums of one species each. */
const limits = (hasDays: boolean, measure: string) => {
  const most = fc.constantFrom(null, 1, 2, 3)
  const mostPerDay = hasDays ? fc.constantFrom(null, 1, 2) : fc.constant(null)
  const how = fc.constantFrom(null, 'weighed', 'released')
  const free = fc.record({ species: someOf(...speciesNames), how, most, mostPerDay })
  const withSum = (name: string) =>
    fc.record({
      species: fc.constant([name]),
      how,
      most,
      sumAtMost: measure === 'count' ? fc.constantFrom(1, 2) : fc.constantFrom(3, 50),
    })
  return fc
    .tuple(fc.array(free, { maxLength: 2 }), fc.subarray([...speciesNames], { maxLength: 2 }))
    .chain(([list, names]) => fc.tuple(...names.map(withSum)).map(sums => [...list, ...sums]))
}

const ties = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom(...tieNames, 'most-fish' as const, 'best-day' as const),
    fc.record({ fewest: fc.constantFrom(...markKeys) }),
  ),
  { minLength: 1, maxLength: 3 },
)

function category(index: number, { hasDays, wholeKeys }: Context) {
  return fc
    .tuple(
      fc.constantFrom('weight', 'weight', 'points', 'points', 'points', 'length', 'count', 'count'),
      fc.constantFrom('boats', 'boats', 'boats', 'anglers', 'fish'),
    )
    .chain(([measure, rank]) =>
      fc.record({
        key: fc.constant(`category-${index}`),
        name: fc.constant(`Category ${index}`),
        rank: fc.constant(rank),
        division: sometimes(fc.constantFrom(...divisionKeys)),
        species: someOf(...speciesNames),
        how: fc.constantFrom('weighed', 'released', 'both', 'both', 'both', 'both'),
        days: hasDays ? fc.constantFrom('all', 'each') : fc.constant('all'),
        minWeight: sometimes(fc.constant(2)),
        minLength: sometimes(fc.constant(21)),
        measure: fc.constant(measure),
        limits: limits(hasDays, measure),
        passOver:
          wholeKeys.length === 0
            ? fc.constant([])
            : fc.array(
                fc.record({
                  category: fc.constantFrom(...wholeKeys),
                  by: fc.constantFrom('boat', 'fish'),
                }),
                { maxLength: 1 },
              ),
        ties,
      }),
    )
}
type CategoryJson = ReturnType<typeof category> extends fc.Arbitrary<infer Value> ? Value : never

/** Each may pass over an earlier one. */
const categories = (hasDays: boolean) => {
  const next = (list: CategoryJson[], count: number): fc.Arbitrary<CategoryJson[]> => {
    if (list.length === count) return fc.constant(list)
    const wholeKeys = list.filter(({ days }) => days === 'all').map(({ key }) => key)
    return category(list.length, { hasDays, wholeKeys }).chain(one => next([...list, one], count))
  }
  return fc.integer({ min: 1, max: 4 }).chain(count => next([], count))
}

const marks = fc.tuple(
  ...markKeys.map(key =>
    fc.record({
      key: fc.constant(key),
      name: fc.constant(key),
      weight: fc.constantFrom(0, -1, 2),
      points: fc.constantFrom(0, -5.25, 10),
      species: someOf(...speciesNames),
      categories: fc.constantFrom(null, null, ['category-0']),
    }),
  ),
)

const penaltyRules = (list: readonly CategoryJson[]) => {
  const boats = list.filter(({ rank }) => rank === 'boats').map(({ key }) => key)
  return fc.tuple(
    ...penaltyKeys.map(key =>
      fc.record({
        key: fc.constant(key),
        name: fc.constant(key),
        per: fc.constantFrom('once', 'minute', 'fish'),
        weight: fc.constantFrom(0, 1),
        points: fc.constantFrom(0, 2.5),
        categories: boats.length === 0 ? fc.constant(null) : someOf(...boats),
        outFrom: fc.constantFrom(null, 2, 3),
      }),
    ),
  )
}

const money = fc.constantFrom(null, 0.01, 10, 33.33, 1000.01)
const pots = fc.tuple(
  ...['entry', 'level-a'].map(key =>
    fc.record({
      key: fc.constant(key),
      name: fc.constant(key),
      entry: fc.constantFrom('all', 'chosen'),
      fee: money,
      payback: fc.constantFrom(100, 90, 33.33),
      added: money,
    }),
  ),
)

const rows = fc
  .uniqueArray(fc.constantFrom([100], [62, 38], [50, 30, 20], [33.33, 33.33], [40, 25, 15, 10]), {
    minLength: 1,
    maxLength: 3,
    selector: ({ length }) => length,
  })
  .map(percents => ({ percents }))
const fixedAmounts = fc.record({
  amounts: fc.array(fc.constantFrom(0.01, 100, 33.35), { minLength: 1, maxLength: 3 }),
  basedOn: fc.constantFrom(null, 3, 7),
})

/** Up to three, of at most a third of a pot each. */
const awards = (list: readonly CategoryJson[]) => {
  const isDaily = (key: string) => list.find(one => one.key === key)?.days === 'each'
  const drafts = fc.array(
    fc.record({
      category: fc.constantFrom(...list.map(({ key }) => key)),
      pot: fc.constantFrom('entry', 'level-a'),
      percent: fc.constantFrom<number | [number, number]>([1, 3], 33.33, 17.5, [2, 7]),
      split: fc.oneof({ weight: 3, arbitrary: rows }, fixedAmounts),
      unclaimed: fc.constantFrom('kept', 'next-day', 'remaining-days', 'to', 'to'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  return drafts.map(draftAwards => {
    const keyedAwards = draftAwards.map((award, index) => ({
      key: `award-${index}`,
      name: `Award ${index}`,
      ...award,
    }))
    return keyedAwards.map(award => {
      const heirs = keyedAwards.filter(
        ({ key, category, split }) => key !== award.key && !isDaily(category) && 'percents' in split,
      )
      const to = { to: heirs.map(({ key }) => key) }
      const isRoll = award.unclaimed === 'next-day' || award.unclaimed === 'remaining-days'
      const isPossible = 'percents' in award.split && (isRoll ? isDaily(award.category) : heirs.length > 0)
      return {
        ...award,
        unclaimed: !isPossible ? 'kept' : award.unclaimed === 'to' ? to : award.unclaimed,
      }
    })
  })
}

const listedRules = days.chain(dayList =>
  categories(dayList.length > 0).chain(list =>
    fc.record({
      unit: fc.constantFrom('lb', 'oz'),
      timeZone: fc.constant('UTC'),
      days: fc.constant(dayList),
      species: speciesList(list),
      marks,
      penalties: penaltyRules(list),
      divisions: fc.constant(divisionKeys.map(key => ({ key, name: key, minors: false }))),
      categories: fc.constant(list),
      pots,
      awards: awards(list),
      wholePoints: fc.constantFrom(false, false, true),
    }),
  ),
)

/** Valid rules. */
export const rulesJsons = fc.oneof(
  { weight: 7, arbitrary: listedRules },
  {
    weight: 1,
    arbitrary: listedRules.map(json => ({
      ...json,
      species: [],
      marks: json.marks.map(mark => ({ ...mark, species: null })),
      categories: json.categories.map(one => ({ ...one, species: null, limits: [{ most: 2 }] })),
    })),
  },
)

export interface ScoringCase {
  entries: ScoringEntry[]
  catches: ScoringCatch[]
  penalties: ScoringPenalty[]
  decisions: TieDecision[]
  potEntries: PotEntry[]
}

const isRare = fc.oneof(
  { weight: 15, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)

/** Half hours from noon of the first day: mostly during lines. */
const halfHours = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 16 }))
      .map(([day, halves]) => day * 24 + halves),
  },
  { weight: 1, arbitrary: fc.integer({ min: -4, max: 68 }) },
)
const catches = (unit: string) =>
  fc.array(
    fc.record({
      entryId: fc.constantFrom(...boatIds),
      anglerId: fc.constantFrom(null, '1', '2'),
      divisions: fc.subarray([...divisionKeys]),
      species: fc.constantFrom(...speciesNames, ...speciesNames, 'tuna', 'blue MARLIN', 'Wahoo'),
      weight: fc
        .constantFrom(null, 1, 1.25, 2, 2.5, 2.5, 3, 3, 4.75, 4.75)
        .map(pounds => pounds && Math.round(pounds * (unit === 'oz' ? 3 : 100))),
      length: fc.constantFrom(null, 1950, 2000, 2100, 2100, 2100, 3333),
      released: fc.boolean(),
      marks: fc.subarray([...markKeys]),
      caughtAt: halfHours.map(halves => noon + (halves * hour) / 2),
      weighedAfter: fc.constantFrom(0, 0, 1, 4),
      weighedAtStated: fc.boolean(),
      allowed: isRare,
      disqualified: isRare,
    }),
    { minLength: 6, maxLength: 20, size: 'max' },
  )

/** Contestants in several orders, so that some apply to a tie. */
const decisionsOn = (keys: readonly string[], dayList: readonly { name: string }[]) =>
  fc.array(
    fc.record({
      category: fc.constantFrom('category-0', 'category-1'),
      day: fc.constantFrom(null, ...dayList.map(({ name }) => name)),
      order: fc.shuffledSubarray([...keys], { minLength: keys.length - 1 }),
      total: fc.constantFrom(undefined, 1, 100),
    }),
    { maxLength: 3 },
  )

export const scoringCases = (json: { unit: string; days: readonly { name: string }[] }) =>
  catches(json.unit)
    .map(list =>
      list.map(
        ({ weighedAfter, ...fish }, index): ScoringCatch => ({
          ...fish,
          id: `f${String(index).padStart(2, '0')}`,
          weight: fish.released ? null : fish.weight,
          weighedAt: fish.caughtAt + weighedAfter * hour,
        }),
      ),
    )
    .chain(
      (list): fc.Arbitrary<ScoringCase> =>
        fc.record({
          entries: fc
            .tuple(
              ...boatIds.map(id =>
                fc.record({ id: fc.constant(id), withdrawn: isRare, disqualified: isRare }),
              ),
            )
            .map(boats =>
              boats.flatMap(({ withdrawn, ...boat }): ScoringEntry[] => (withdrawn ? [] : [boat])),
            ),
          catches: fc.constant(list),
          penalties: fc.array(
            fc.record({
              entryId: fc.constantFrom(...boatIds),
              key: fc.constantFrom(...penaltyKeys),
              day:
                json.days.length === 0
                  ? fc.constant(null)
                  : fc.constantFrom(...json.days.map(({ name }) => name)),
              count: fc.integer({ min: 1, max: 2 }),
            }),
            { maxLength: 3 },
          ),
          decisions: decisionsOn([...boatIds, ...list.map(({ id }) => id)], json.days),
          potEntries: fc.array(
            fc.record({ pot: fc.constantFrom('entry', 'level-a'), entryId: fc.constantFrom(...boatIds) }),
            { maxLength: 6 },
          ),
        }),
    )
