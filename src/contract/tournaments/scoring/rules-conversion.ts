import { iso } from '../../iso.ts'
import { centsOf, formatCents } from '../../money.ts'
import type { Measure, Points, Rules, RulesIn, RulesJson } from './rules.ts'

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

type ToNumber = (value: number) => number

const pointsOf = (points: Points, decimal: ToNumber): Points => ({
  flat: decimal(points.flat),
  perPound: points.perPound,
  atLeast: orNull(decimal)(points.atLeast),
})

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
    days: rules.days.map(({ name, linesIn, linesOut, scaleOpens, scaleCloses }) => ({
      name,
      linesIn: time(linesIn),
      linesOut: time(linesOut),
      scaleOpens: orNull(time)(scaleOpens),
      scaleCloses: orNull(time)(scaleCloses),
    })),
    species: rules.species.map(({ name, minWeight, minLength, weighed, released, under }) => ({
      name,
      minWeight: orNull(weight)(minWeight),
      minLength: orNull(decimal)(minLength),
      weighed: weighed && pointsOf(weighed, decimal),
      released: released && pointsOf(released, decimal),
      under: under.map(cost => ({ ...cost, from: weight(cost.from), flat: decimal(cost.flat) })),
    })),
    marks: rules.marks.map(mark => ({ ...mark, weight: weight(mark.weight), points: decimal(mark.points) })),
    penalties: rules.penalties.map(penalty => ({
      ...penalty,
      weight: weight(penalty.weight),
      points: decimal(penalty.points),
    })),
    divisions: rules.divisions,
    categories: rules.categories.map(category => ({
      ...category,
      minWeight: orNull(weight)(category.minWeight),
      minLength: orNull(decimal)(category.minLength),
      limits: category.limits.map(limit => ({
        ...limit,
        sumAtMost: orNull(amounts[category.measure])(limit.sumAtMost),
      })),
    })),
    pots: rules.pots.map(pot => ({
      ...pot,
      fee: orNull(money)(pot.fee),
      payback: decimal(pot.payback),
      added: orNull(money)(pot.added),
    })),
    awards: rules.awards.map(({ percent, split, ...award }) => ({
      ...award,
      percent: typeof percent === 'number' ? decimal(percent) : percent,
      split:
        'percents' in split
          ? { percents: split.percents.map(row => row.map(decimal)) }
          : { amounts: split.amounts.map(money), basedOn: split.basedOn },
    })),
    protests: rules.protests && { ...rules.protests, fee: orNull(money)(rules.protests.fee) },
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
