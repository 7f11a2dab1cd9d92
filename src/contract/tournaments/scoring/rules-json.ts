import {
  anyOf,
  count,
  flag,
  type JsonSchema,
  list,
  money,
  number,
  object,
  one,
  orNull,
  text,
  time,
} from '../../json-schema.ts'
import {
  catchKinds,
  contestantKinds,
  dayModes,
  measures,
  type Part,
  penaltyUnits,
  type RulesJson,
  rollovers,
  tieNames,
  weightUnits,
} from './rules.ts'
import { scoringLimits } from './scoring-limits.ts'

const part: JsonSchema<Part> = {
  type: 'array',
  items: { type: 'integer', minimum: 1, maximum: scoringLimits.partMax },
  minItems: 2,
  maxItems: 2,
}
const texts = orNull(list(text))

const day = object({
  name: text,
  linesIn: time,
  linesOut: time,
  scaleOpens: orNull(time),
  scaleCloses: orNull(time),
})

const points = orNull(object({ flat: number, perPound: orNull(part), atLeast: orNull(number) }))
const under = object({
  from: number,
  flat: number,
  perPound: orNull(part),
  perPoundShort: orNull(part),
  categories: texts,
})
const species = object({
  name: text,
  minWeight: orNull(number),
  minLength: orNull(number),
  weighed: points,
  released: points,
  under: list(under),
})

const mark = object({
  key: text,
  name: text,
  weight: number,
  points: number,
  species: texts,
  categories: texts,
})
const penalty = object({
  key: text,
  name: text,
  per: one(...penaltyUnits),
  weight: number,
  points: number,
  categories: texts,
  outFrom: orNull(count),
})
const division = object({ key: text, name: text, minors: flag })

const category = object({
  key: text,
  name: text,
  rank: one(...contestantKinds),
  division: orNull(text),
  species: texts,
  how: one(...catchKinds, 'both'),
  days: one(...dayModes),
  minWeight: orNull(number),
  minLength: orNull(number),
  measure: one(...measures),
  limits: list(
    object({
      species: texts,
      how: orNull(one(...catchKinds)),
      most: orNull(count),
      mostPerDay: orNull(count),
      sumAtMost: orNull(number),
    }),
  ),
  passOver: list(object({ category: text, by: one('boat', 'fish') })),
  ties: list(anyOf(one(...tieNames), object({ fewest: text }))),
})

const pot = object({
  key: text,
  name: text,
  entry: one('all', 'chosen'),
  fee: orNull(money),
  payback: number,
  added: orNull(money),
})
const award = object({
  key: text,
  name: text,
  pot: text,
  percent: anyOf(number, part),
  category: text,
  split: anyOf(
    object({ percents: list(list(number)) }),
    object({ amounts: list(money), basedOn: orNull(count) }),
  ),
  unclaimed: anyOf(one(...rollovers), object({ to: list(text) })),
})

/** Rules in an answer, complete. */
export const rulesJson: JsonSchema<RulesJson> = object({
  preset: orNull(text),
  unit: one(...weightUnits),
  timeZone: text,
  days: list(day),
  species: list(species),
  marks: list(mark),
  penalties: list(penalty),
  divisions: list(division),
  categories: list(category),
  pots: list(pot),
  awards: list(award),
  protests: orNull(object({ minutes: count, answerMinutes: count, fee: orNull(money) })),
  verifyFrom: orNull(money),
  payHoldDays: count,
  wholePoints: flag,
})
