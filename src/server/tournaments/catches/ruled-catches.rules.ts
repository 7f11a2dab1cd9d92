import type { ParsedBody } from '#contract/endpoints.ts'
import type { Issue } from '#contract/errors.ts'
import { fieldTexts as texts } from '#contract/field-texts.ts'
import { unknownKeys } from '#contract/tournaments/scoring/issues.ts'
import { onlyLengthCounts, type Rules } from '#contract/tournaments/scoring/rules.ts'
import { skew } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'

/** Fields of a weigh-in that only rules need, and the weight. */
export type CatchSent = Omit<
  ParsedBody<'PATCH /api/catches/:id'>,
  'species' | 'caughtAt' | 'entryId' | 'reason'
>

export type RuledFields = Pick<
  CatchRow,
  | 'weight_hundredths'
  | 'ounces'
  | 'length_hundredths'
  | 'released'
  | 'angler_id'
  | 'marks'
  | 'weighed_at'
  | 'scale'
  | 'witness'
>

/** Returns the faults of missing or contradicting measures. @param rules null: a catch is its weight */
export function missingIssues(
  rules: Rules | null,
  { weight, ounces, length, released }: { [Field in 'weight' | 'ounces' | 'length' | 'released']?: unknown },
): Issue[] {
  if (rules === null) return weight === undefined ? [{ path: 'weight', message: texts.weightRequired }] : []
  if (weight !== undefined && ounces !== undefined) return [{ path: 'ounces', message: texts.weightTwice }]
  if (released)
    return weight === undefined && ounces === undefined
      ? []
      : [{ path: weight === undefined ? 'ounces' : 'weight', message: texts.releasedWithoutWeight }]
  if (weight !== undefined || ounces !== undefined) return []
  if (onlyLengthCounts(rules.categories))
    return length === undefined ? [{ path: 'length', message: texts.lengthRequired }] : []
  return rules.unit === 'oz'
    ? [{ path: 'ounces', message: texts.ouncesRequired }]
    : [{ path: 'weight', message: texts.weightRequired }]
}

/** Returns the faults like {@link missingIssues} for a correction that changes how the fish is measured. */
export function remeasuredIssues(rules: Rules | null, input: CatchSent, before: RuledFields): Issue[] {
  const { weight, ounces, length, released = before.released === 1 } = input
  if (rules === null) return []
  if ([weight, ounces, length, input.released].every(value => value === undefined)) return []
  // A fish that turns out to be released loses its weight.
  const isWeighed = !released && weight === undefined && ounces === undefined
  return missingIssues(rules, {
    weight: isWeighed ? (before.weight_hundredths ?? undefined) : weight,
    ounces,
    length: length ?? before.length_hundredths ?? undefined,
    released,
  })
}

interface Context {
  rules: Rules
  /** Ids of the entry's anglers. */
  anglers: ReadonlySet<string>
  caughtAt: number
  now: number
  /** Time of weighing as stored, if this is a correction. */
  weighedBefore?: number | null
}

/** Returns the issues of fields that don't fit the rules. */
export function ruledIssues(
  { anglerId, marks = [], weighedAt }: CatchSent,
  { rules, anglers, caughtAt, now, weighedBefore = null }: Context,
): Issue[] {
  const issues = unknownKeys(rules.marks, ['marks'], marks, texts.markUnknown)
  if (anglerId && !anglers.has(anglerId)) issues.push({ path: 'anglerId', message: texts.anglerUnknown })
  if (typeof weighedAt === 'number' && weighedAt < caughtAt)
    issues.push({ path: 'weighedAt', message: texts.weighedBeforeCaught })
  if (weighedAt === undefined && weighedBefore !== null && weighedBefore < caughtAt)
    issues.push({ path: 'caughtAt', message: texts.weighedBeforeCaught })
  if (typeof weighedAt === 'number' && weighedAt > now + skew)
    issues.push({ path: 'weighedAt', message: texts.weighedInFuture })
  return issues
}

const noFields: RuledFields = {
  weight_hundredths: null,
  ounces: null,
  length_hundredths: null,
  released: 0,
  angler_id: null,
  marks: '[]',
  weighed_at: null,
  scale: null,
  witness: null,
}

/** An ounce is 6.25 hundredths of a pound. */
const hundredthsOfOunces = (ounces: number): number => Math.round((ounces * 100) / 16)

/** Columns to store. @param isRuled false: the weight alone @param before row that a correction changes */
export function fieldsOf(isRuled: boolean, input: CatchSent, before: RuledFields = noFields): RuledFields {
  if (!isRuled) return { ...before, weight_hundredths: input.weight ?? before.weight_hundredths }
  const released = input.released === undefined ? before.released : input.released ? 1 : 0
  const weight =
    released === 1
      ? { weight_hundredths: null, ounces: null }
      : input.ounces !== undefined
        ? { weight_hundredths: hundredthsOfOunces(input.ounces), ounces: input.ounces }
        : input.weight !== undefined
          ? { weight_hundredths: input.weight, ounces: null }
          : { weight_hundredths: before.weight_hundredths, ounces: before.ounces }
  return {
    ...weight,
    released,
    length_hundredths: input.length ?? before.length_hundredths,
    angler_id: input.anglerId === undefined ? before.angler_id : input.anglerId,
    marks: input.marks === undefined ? before.marks : JSON.stringify([...new Set(input.marks)].sort()),
    weighed_at: input.weighedAt === undefined ? before.weighed_at : input.weighedAt,
    scale: input.scale === undefined ? before.scale : input.scale,
    witness: input.witness === undefined ? before.witness : input.witness,
  }
}
