import type { RadioOption } from '#client/ui/forms/choice-fields.tsx'
import type { Body } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import type { Effect, Protest } from '#contract/tournaments/protests.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { fishText } from './protest-texts.ts'

type EffectBody = NonNullable<Body<'POST /api/protests/:id/decision'>['effects']>[number]

/** Choices of an organiser who upholds; the API has more. */
export type EffectChoice =
  | 'none'
  | 'disqualifyCatch'
  | 'reinstateCatch'
  | 'correctCatch'
  | 'disqualifyEntry'
  | 'reinstateEntry'
  | 'penalty'
  | 'liftPenalty'

/**
 * Returns the choices that fit the subject as it is now.
 * @param entry the named boat, or undefined if none or withdrawn
 */
export function effectOptions(
  { caught, penalty }: Protest,
  entry: Entry | undefined,
  { penalties }: Pick<RulesJson, 'penalties'>,
): (RadioOption & { value: EffectChoice })[] {
  const name = entry?.boat.name ?? ''
  const option = (value: EffectChoice, label: string) => ({ value, label })
  return [
    ...(caught && entry
      ? caught.disqualified
        ? [option('reinstateCatch', `Reinstate the fish: ${fishText(caught)}`)]
        : [
            option('disqualifyCatch', `Disqualify the fish: ${fishText(caught)}`),
            ...(measureOf(caught) === null ? [] : [option('correctCatch', 'Correct the fish')]),
          ]
      : []),
    ...(penalty && !penalty.lifted && entry ? [option('liftPenalty', 'Lift the penalty')] : []),
    ...(entry && penalties.length > 0 ? [option('penalty', `Give ${name} a penalty`)] : []),
    ...(entry
      ? entry.disqualified
        ? [option('reinstateEntry', `Reinstate ${name}`)]
        : [option('disqualifyEntry', `Disqualify ${name}`)]
      : []),
    option('none', 'Nothing, or it was done already'),
  ]
}

/**
 * Returns the effects of decisions before a reopening, which stay until they are undone. Leaves out
 * disqualifications and reinstatements that were undone already.
 */
export const earlierEffects = (protest: Protest, entries: Entries): Effect[] =>
  protest.reopenings
    .flatMap(({ decision }) => decision.effects)
    .filter(effect => canStand(effect, protest, entries))

type Entries = readonly Pick<Entry, 'id' | 'disqualified'>[]

function canStand(effect: Effect, { catchId, caught }: Protest, entries: Entries): boolean {
  const isFishOut = caught?.disqualified !== undefined
  const isBoatOut = entries.find(({ id }) => id === effect.entryId)?.disqualified !== undefined
  switch (effect.kind) {
    case 'disqualifyCatch':
      return effect.catchId !== catchId || isFishOut
    case 'reinstateCatch':
      return effect.catchId !== catchId || !isFishOut
    case 'disqualifyEntry':
      return isBoatOut
    case 'reinstateEntry':
      return !isBoatOut
    case 'penalty':
    case 'correctCatch':
      return true
  }
}

export interface Measure {
  field: 'ounces' | 'weight' | 'length'
  label: string
  value: number
  step: number
  max: number
}

/** Returns the field of a fish to correct, or null if it was released without a length. */
export function measureOf({ ounces, weight, length }: NonNullable<Protest['caught']>): Measure | null {
  if (ounces !== undefined)
    return { field: 'ounces', label: 'Weight in ounces', value: ounces, step: 1, max: limits.ouncesMax }
  if (weight !== null)
    return { field: 'weight', label: 'Weight in lbs', value: weight, step: 0.01, max: limits.weightMax }
  return length === undefined
    ? null
    : { field: 'length', label: 'Length in inches', value: length, step: 0.01, max: limits.lengthMax }
}

interface EffectValues {
  choice: EffectChoice
  measure: string
  penalty: string
  day: string
  count: string
}

/** Returns the effects of the request's body. */
export function effectsOf(
  { entryId, catchId, penaltyId, caught }: Protest,
  values: EffectValues,
): EffectBody[] {
  switch (values.choice) {
    case 'none':
      return []
    case 'disqualifyCatch':
    case 'reinstateCatch':
      return [{ kind: values.choice, catchId }]
    case 'correctCatch': {
      const measure = caught && measureOf(caught)
      return measure ? [{ kind: 'correctCatch', catchId, [measure.field]: Number(values.measure) }] : []
    }
    case 'disqualifyEntry':
    case 'reinstateEntry':
      return [{ kind: values.choice, entryId }]
    case 'penalty':
      return [
        {
          kind: 'penalty',
          entryId,
          key: values.penalty,
          day: values.day === '' ? null : values.day,
          count: Number(values.count),
        },
      ]
    case 'liftPenalty':
      return [{ kind: 'penalty', penaltyId }]
  }
}
