import { iso } from '../../iso.ts'
import { centsOf, formatCents } from '../../money.ts'
import type {
  Award,
  Category,
  Day,
  Measure,
  Points,
  Pot,
  Protests,
  Rules,
  RulesIn,
  RulesJson,
  Species,
} from './rules.ts'

/** Conversion of single values. `decimal`: numbers with two places. `whole`: ounces and counts. */
interface Conversion<Money, Time, NewMoney, NewTime> {
  decimal: (value: number) => number
  whole: (value: number) => number
  money: (value: Money) => NewMoney
  time: (value: Time) => NewTime
}

const orNull = <Value, Result>(convert: (value: Value) => Result) => {
  return (value: Value | null): Result | null => (value === null ? null : convert(value))
}

const dayOf = <Time, NewTime>(day: Day<Time>, time: (value: Time) => NewTime): Day<NewTime> => ({
  name: day.name,
  linesIn: time(day.linesIn),
  linesOut: time(day.linesOut),
  scaleOpens: orNull(time)(day.scaleOpens),
  scaleCloses: orNull(time)(day.scaleCloses),
})

type ToNumber = (value: number) => number

const pointsOf = (points: Points, decimal: ToNumber): Points => ({
  flat: decimal(points.flat),
  perPound: points.perPound,
  atLeast: orNull(decimal)(points.atLeast),
})

const speciesOf = (species: Species, weight: ToNumber, decimal: ToNumber): Species => ({
  name: species.name,
  minWeight: orNull(weight)(species.minWeight),
  minLength: orNull(decimal)(species.minLength),
  weighed: species.weighed && pointsOf(species.weighed, decimal),
  released: species.released && pointsOf(species.released, decimal),
  under: species.under.map(under => ({ ...under, from: weight(under.from), flat: decimal(under.flat) })),
})

const categoryOf = (
  category: Category,
  weight: ToNumber,
  decimal: ToNumber,
  amount: (measure: Measure) => ToNumber,
): Category => ({
  ...category,
  minWeight: orNull(weight)(category.minWeight),
  minLength: orNull(decimal)(category.minLength),
  limits: category.limits.map(limit => ({
    ...limit,
    sumAtMost: orNull(amount(category.measure))(limit.sumAtMost),
  })),
})

const potOf = <Money, NewMoney>(
  pot: Pot<Money>,
  money: (value: Money) => NewMoney,
  decimal: ToNumber,
): Pot<NewMoney> => ({
  ...pot,
  fee: orNull(money)(pot.fee),
  payback: decimal(pot.payback),
  added: orNull(money)(pot.added),
})

const awardOf = <Money, NewMoney>(
  award: Award<Money>,
  money: (value: Money) => NewMoney,
  decimal: ToNumber,
): Award<NewMoney> => ({
  ...award,
  percent: typeof award.percent === 'number' ? decimal(award.percent) : award.percent,
  split:
    'percents' in award.split
      ? { percents: award.split.percents.map(row => row.map(decimal)) }
      : { amounts: award.split.amounts.map(money), basedOn: award.split.basedOn },
})

const protestsOf = <Money, NewMoney>(
  protests: Protests<Money>,
  money: (value: Money) => NewMoney,
): Protests<NewMoney> => ({ ...protests, fee: orNull(money)(protests.fee) })

function convert<Money, Time, NewMoney, NewTime>(
  rules: RulesIn<Money, Time>,
  { decimal, whole, money, time }: Conversion<Money, Time, NewMoney, NewTime>,
): RulesIn<NewMoney, NewTime> {
  const weight = rules.unit === 'oz' ? whole : decimal
  const amounts: Record<Measure, ToNumber> = { weight, length: decimal, points: decimal, count: whole }
  return {
    preset: rules.preset,
    unit: rules.unit,
    timeZone: rules.timeZone,
    days: rules.days.map(day => dayOf(day, time)),
    species: rules.species.map(species => speciesOf(species, weight, decimal)),
    marks: rules.marks.map(mark => ({ ...mark, weight: weight(mark.weight), points: decimal(mark.points) })),
    penalties: rules.penalties.map(penalty => ({
      ...penalty,
      weight: weight(penalty.weight),
      points: decimal(penalty.points),
    })),
    divisions: rules.divisions,
    categories: rules.categories.map(category =>
      categoryOf(category, weight, decimal, measure => amounts[measure]),
    ),
    pots: rules.pots.map(pot => potOf(pot, money, decimal)),
    awards: rules.awards.map(award => awardOf(award, money, decimal)),
    protests: rules.protests && protestsOf(rules.protests, money),
    verifyFrom: orNull(money)(rules.verifyFrom),
    payHoldDays: rules.payHoldDays,
    wholePoints: rules.wholePoints,
  }
}

/** Converts valid JSON, as stored. */
export const rulesOf = (json: RulesJson): Rules =>
  convert(json, {
    // Adding 0 turns -0 into 0.
    decimal: value => Math.round(value * 100) + 0,
    whole: value => value + 0,
    money: centsOf,
    time: Date.parse,
  })

export const rulesToJson = (rules: Rules): RulesJson =>
  convert(rules, { decimal: value => value / 100, whole: value => value, money: formatCents, time: iso })
