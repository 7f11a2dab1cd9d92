import { instantOfLocal, localOfInstant } from '#client/domain/dates.ts'
import { textOf } from '#client/lib/submit.ts'
import type { Body } from '#contract/endpoints.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { FishValues } from './fish-fields.tsx'
import { fishOf } from './fish-of-form.ts'

type CatchChange = Body<'PATCH /api/catches/:id'>

/** Initial values of a form. @param rules may weigh in ounces what was weighed in pounds */
export const valuesOf = (fish: Catch, rules: RulesJson | null): FishValues => ({
  kind: fish.released ? 'released' : 'weighed',
  species: fish.species,
  anglerId: fish.anglerId,
  pounds: fish.weight ?? undefined,
  ounces:
    fish.ounces ?? (rules?.unit === 'oz' && fish.weight !== null ? Math.floor(fish.weight * 16) : undefined),
  inches: fish.length,
  marks: fish.marks,
})

/**
 * Returns the changed time, or undefined if it is as before. The fields drop the seconds, which decide ties.
 */
function timeChange(data: FormData, name: 'caughtAt' | 'weighedAt', before: string | undefined) {
  const text = textOf(data, name)
  if (text === '' || (before !== undefined && text === localOfInstant(before))) return undefined
  return instantOfLocal(text)
}

/** Changes of a form, without unchanged fields; with rules, with the reason. */
export function changeOf(data: FormData, previous: Catch, rules: RulesJson | null): CatchChange {
  const fish = fishOf(data, rules)
  const [before, marks] = [previous.marks ?? [], fish.marks ?? []]
  const [entryId, caughtAt] = [textOf(data, 'entryId'), timeChange(data, 'caughtAt', previous.caughtAt)]
  const weighedAt = timeChange(data, 'weighedAt', previous.weighedAt)
  const isReleased = fish.released ?? false
  return {
    ...(fish.weight !== '' && Number(fish.weight) !== previous.weight && { weight: fish.weight }),
    ...(fish.ounces !== undefined && fish.ounces !== previous.ounces && { ounces: fish.ounces }),
    ...(fish.length !== undefined && Number(fish.length) !== previous.length && { length: fish.length }),
    ...(isReleased !== (previous.released ?? false) && { released: isReleased }),
    ...(fish.species !== previous.species && { species: fish.species }),
    ...(data.has('anglerId') && fish.anglerId !== previous.anglerId && { anglerId: fish.anglerId ?? null }),
    ...((marks.length !== before.length || marks.some(mark => !before.includes(mark))) && { marks }),
    ...(fish.scale !== previous.scale && { scale: fish.scale ?? null }),
    ...(fish.witness !== previous.witness && { witness: fish.witness ?? null }),
    ...(entryId !== '' && entryId !== previous.entryId && { entryId }),
    ...(caughtAt !== undefined && { caughtAt }),
    ...(weighedAt !== undefined && { weighedAt }),
    ...(rules && { reason: textOf(data, 'reason') }),
  }
}
