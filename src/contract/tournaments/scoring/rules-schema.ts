import { cents, optionalCents } from '../../amount-fields.ts'
import { type } from '../../arktype.ts'
import type { Issue } from '../../errors.ts'
import { textRules } from '../../field-texts.ts'
import { date, line, messageFor, missingMessages, optionalDate } from '../../fields.ts'
import { iso } from '../../iso.ts'
import { limits as siteLimits } from '../../limits.ts'
import { formatCents } from '../../money.ts'
import { oneLine } from '../../text.ts'
import { canonicalZone } from '../../zone-name.ts'
import {
  type Guard,
  isAny,
  isDecimal,
  isKey,
  isListOf,
  isOf,
  isPart,
  isRecord,
  isSplit,
  isText,
  isWhole,
  isZone,
} from './guards.ts'
import {
  catchKinds,
  contestantKinds,
  dayModes,
  measures,
  type Part,
  penaltyUnits,
  type Rules,
  type RulesJson,
  rollovers,
  type Tie,
  tieNames,
  type Unclaimed,
  weightUnits,
} from './rules.ts'
import { rulesOf } from './rules-conversion.ts'
import { rulesIssues } from './rules-issues.ts'
import { scoringLimits as limits } from './scoring-limits.ts'
import { scoringTexts as texts } from './scoring-texts.ts'
import { unknownFields } from './unknown-fields.ts'

const one = <Value>(is: Guard<Value>, message: string) =>
  type('unknown').narrow((value, ctx): value is Value => is(value) || ctx.reject({ message }))

/** Missing: null. */
const oneOrNull = <Value>(is: Guard<Value>, message: string) =>
  [one((value): value is Value | null => value === null || is(value), message), '=', null] as const

/** Type for a pipe: arktype loses the messages and paths of a union's branches. */
const record = (message: string) => one(isRecord, message)
const recordOrNull = (message: string) =>
  one((value): value is Record<string, unknown> | null => value === null || isRecord(value), message)
const list = (max: number, message: string, min = 0) => one(isListOf(isAny, max, min), message)

/** Piped by a function, because a type that is piped itself is skipped when a field before it is invalid. */
const listOf = <Items>(
  max: number,
  message: string,
  items: (list: unknown[]) => Items | type.errors,
  min = 0,
) => list(max, message, min).pipe(value => items(value))
const recordsOf = <Item>(message: string, item: (value: Record<string, unknown>) => Item | type.errors) =>
  record(message)
    .pipe(value => item(value))
    .array()

const missing = missingMessages({
  by: texts.passOverByInvalid,
  categories: texts.categories,
  category: texts.keyInvalid,
  days: texts.daysInvalid,
  entry: texts.potEntryInvalid,
  how: texts.howInvalid,
  key: texts.keyInvalid,
  linesIn: texts.timeInvalid,
  linesOut: texts.timeInvalid,
  measure: texts.measureInvalid,
  minors: texts.flagInvalid,
  name: texts.nameRequired,
  per: texts.penaltyUnitInvalid,
  pot: texts.keyInvalid,
  rank: texts.rankInvalid,
  split: texts.splitInvalid,
  timeZone: texts.timeZoneInvalid,
  unclaimed: texts.unclaimedInvalid,
})

const name = line({ required: texts.nameRequired, max: limits.nameMax, tooLong: texts.nameTooLong })
const key = one(isKey, texts.keyInvalid)
const keys = oneOrNull(isListOf(isKey, limits.categories, 1), texts.categoryKeys)
const isSpeciesNames = isListOf(isText(textRules.species.max), limits.species, 1)
const speciesNames = [
  one((value): value is string[] | null => value === null || isSpeciesNames(value), texts.speciesNames).pipe(
    value => value?.map(oneLine) ?? null,
  ),
  '=',
  null,
] as const
const flag = one((value): value is boolean => typeof value === 'boolean', texts.flagInvalid)
const part = oneOrNull(isPart, texts.partInvalid)

const weight = isDecimal(0, limits.weightMax)
const minWeight = oneOrNull(weight, texts.weightInvalid)
const minLength = oneOrNull(isDecimal(0, limits.lengthMax), texts.lengthInvalid)
const points = isDecimal(0, limits.pointsMax)
const most = oneOrNull(isWhole(1, limits.countMax), texts.countInvalid)

const money = cents({ max: siteLimits.prizePoolMaxCents, tooLarge: texts.amountTooLarge }).pipe(formatCents)
const moneyOrNull = optionalCents({ max: siteLimits.prizePoolMaxCents, tooLarge: texts.amountTooLarge })
  .pipe(value => (value === null ? null : formatCents(value)))
  .default(null)
const time = date(texts.timeInvalid).pipe(iso)
const timeOrNull = optionalDate(texts.timeInvalid)
  .pipe(value => (value === null ? null : iso(value)))
  .default(null)

const day = type({
  name,
  linesIn: time,
  linesOut: time,
  scaleOpens: timeOrNull,
  scaleCloses: timeOrNull,
}).configure(...missing)

const pointsRule = type({
  flat: one(points, texts.pointsNumberInvalid).default(0),
  perPound: part,
  atLeast: oneOrNull(points, texts.pointsNumberInvalid),
})
const pointsOrNull = recordOrNull(texts.pointsInvalid)
  .pipe(value => (value === null ? null : pointsRule(value)))
  .default(null)
const under = type({
  from: one(weight, texts.weightInvalid).default(0),
  flat: one(points, texts.costInvalid).default(0),
  perPound: part,
  perPoundShort: part,
  categories: keys,
})
const species = type({
  name: line(textRules.species),
  minWeight,
  minLength,
  weighed: pointsOrNull,
  released: pointsOrNull,
  under: listOf(limits.under, texts.under, recordsOf(texts.underInvalid, under)).default(() => []),
}).configure(...missing)

const mark = type({
  key,
  name,
  weight: one(isDecimal(-limits.weightMax, limits.weightMax), texts.weightChangeInvalid).default(0),
  points: one(isDecimal(-limits.pointsMax, limits.pointsMax), texts.pointsChangeInvalid).default(0),
  species: speciesNames,
  categories: keys,
}).configure(...missing)
const penalty = type({
  key,
  name,
  per: one(isOf(...penaltyUnits), texts.penaltyUnitInvalid),
  weight: one(weight, texts.weightInvalid).default(0),
  points: one(points, texts.pointsNumberInvalid).default(0),
  categories: keys,
  outFrom: most,
}).configure(...missing)
const division = type({ key, name, minors: flag }).configure(...missing)

const limit = type({
  species: speciesNames,
  how: oneOrNull(isOf(...catchKinds), texts.limitHowInvalid),
  most,
  mostPerDay: most,
  sumAtMost: oneOrNull(points, texts.sumInvalid),
})
const boatOrFish = one(isOf('boat', 'fish'), texts.passOverByInvalid)
const passOver = type({ category: key, by: boatOrFish }).configure(...missing)
const isTie: Guard<Tie> = (value): value is Tie =>
  isOf(...tieNames)(value) || (isRecord(value) && isKey(value.fewest))
const category = type({
  key,
  name,
  rank: one(isOf(...contestantKinds), texts.rankInvalid),
  division: oneOrNull(isKey, texts.keyInvalid),
  species: speciesNames,
  how: one(isOf(...catchKinds, 'both'), texts.howInvalid),
  days: one(isOf(...dayModes), texts.daysInvalid),
  minWeight,
  minLength,
  measure: one(isOf(...measures), texts.measureInvalid),
  limits: listOf(limits.limits, texts.limits, recordsOf(texts.limitInvalid, limit)).default(() => []),
  passOver: listOf(limits.passOver, texts.passOver, recordsOf(texts.passOverInvalid, passOver)).default(
    () => [],
  ),
  ties: listOf(limits.ties, texts.ties, one(isTie, texts.tieInvalid).array()).default(() => []),
}).configure(...missing)

const pot = type({
  key,
  name,
  entry: one(isOf('all', 'chosen'), texts.potEntryInvalid),
  fee: moneyOrNull,
  payback: one(isDecimal(0, 100), texts.percentInvalid).default(100),
  added: moneyOrNull,
}).configure(...missing)

const isPercent = isDecimal(0.01, 100)
const row = listOf(limits.prizes, texts.rowsInvalid, one(isPercent, texts.rowPercentInvalid).array(), 1)
const percents = type({ percents: listOf(limits.rows, texts.rowsInvalid, row.array(), 1) })
const amounts = type({
  amounts: listOf(limits.prizes, texts.amountsInvalid, money.array(), 1),
  basedOn: most,
})
const award = type({
  key,
  name,
  pot: key,
  percent: one(
    (value): value is number | Part => isPercent(value) || isPart(value),
    texts.awardPercentInvalid,
  ).default(100),
  category: key,
  split: one(isSplit, texts.splitInvalid).pipe(value =>
    'amounts' in value ? amounts(value) : percents(value),
  ),
  unclaimed: one(
    (value): value is Unclaimed =>
      isOf(...rollovers)(value) || (isRecord(value) && isListOf(isKey, limits.awards, 1)(value.to)),
    texts.unclaimedInvalid,
  ),
}).configure(...missing)

const minutes = one(
  isWhole(limits.protestMinutesMin, limits.protestMinutesMax),
  texts.minutesInvalid,
).default(60)
const protests = type({ minutes, answerMinutes: minutes, fee: moneyOrNull })

const rules = type({
  preset: oneOrNull(isText(limits.presetMax), texts.presetInvalid),
  unit: one(isOf(...weightUnits), texts.unitInvalid).default('lb'),
  timeZone: one(isZone, texts.timeZoneInvalid).pipe(value => canonicalZone(value) ?? value),
  days: listOf(limits.days, texts.days, recordsOf(texts.dayInvalid, day)).default(() => []),
  species: listOf(limits.species, texts.species, recordsOf(texts.speciesInvalid, species)).default(() => []),
  marks: listOf(limits.marks, texts.marks, recordsOf(texts.markInvalid, mark)).default(() => []),
  penalties: listOf(limits.penalties, texts.penalties, recordsOf(texts.penaltyInvalid, penalty)).default(
    () => [],
  ),
  divisions: listOf(limits.divisions, texts.divisions, recordsOf(texts.divisionInvalid, division)).default(
    () => [],
  ),
  categories: listOf(limits.categories, texts.categories, recordsOf(texts.categoryInvalid, category), 1),
  pots: listOf(limits.pots, texts.pots, recordsOf(texts.potInvalid, pot)).default(() => []),
  awards: listOf(limits.awards, texts.awards, recordsOf(texts.awardInvalid, award)).default(() => []),
  protests: recordOrNull(texts.protestsInvalid)
    .pipe(value => (value === null ? null : protests(value)))
    .default(null),
  verifyFrom: moneyOrNull,
  payHoldDays: one(isWhole(0, limits.payHoldDaysMax), texts.payHoldDaysInvalid).default(0),
  wholePoints: flag.default(false),
}).configure(...missing)

export type ParsedRules = { rules: Rules; issues?: undefined } | { rules?: undefined; issues: Issue[] }

/** @returns rules with defaults, or what to change; paths such as `categories.1.limits.0.species.2` */
export function parseRules(json: unknown): ParsedRules {
  if (!isRecord(json)) return { issues: [{ path: '', message: texts.rulesInvalid }] }
  const unknown = unknownFields(json)
  const valid = rules(json)
  if (valid instanceof type.errors) {
    const issues = valid.map(({ path, message }) => ({ path: path.join('.'), message }))
    return { issues: [...unknown, ...issues] }
  }
  const complete: RulesJson = valid
  const issues = [...unknown, ...rulesIssues(complete)]
  return issues.length > 0 ? { issues } : { rules: rulesOf(complete) }
}

/** Rules or null in a body. Undeclared fields are refused, though bodies drop them elsewhere. */
export const rulesField = type('object | null')
  .pipe((json, ctx): Rules | null => {
    if (json === null) return null
    const { rules: valid, issues = [] } = parseRules(json)
    for (const { path, message } of issues)
      ctx.error({ relativePath: path === '' ? [] : path.split('.'), message })
    return valid ?? null
  })
  .configure(...messageFor(texts.rulesInvalid))
