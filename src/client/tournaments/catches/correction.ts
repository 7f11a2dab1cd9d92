import { instantOfLocal, localOfInstant } from '#client/domain/dates.ts'
import { textOf } from '#client/lib/submit.ts'
import type { Body } from '#contract/endpoints.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { FishValues } from './fish-fields.tsx'
import { fishOf } from './fish-of-form.ts'

type CatchChange = Body<'PATCH /api/catches/:id'>

/** Initial values of a form. @param rules may weigh in ounces what was weighed in pounds */
export const valuesOf = (caught: Catch, { unit }: RulesJson): FishValues => ({
  kind: caught.released ? 'released' : 'weighed',
  species: caught.species,
  anglerId: caught.anglerId,
  pounds: caught.weight ?? undefined,
  ounces:
    caught.ounces ?? (unit === 'oz' && caught.weight !== null ? Math.floor(caught.weight * 16) : undefined),
  inches: caught.length,
  marks: caught.marks,
})

/**
 * Returns the changed time, or undefined if it is as before. The fields drop the seconds, which decide ties.
 */
function timeChange(data: FormData, name: 'caughtAt' | 'weighedAt', before: string | undefined) {
  const typed = textOf(data, name)
  if (typed === '' || (before !== undefined && typed === localOfInstant(before))) return undefined
  return instantOfLocal(typed)
}

/** Changes of a form with rules: without unchanged fields, with the reason. */
export function changeOf(data: FormData, caught: Catch, rules: RulesJson): CatchChange {
  const fish = fishOf(data, rules)
  const [before, marks] = [caught.marks ?? [], fish.marks ?? []]
  const [entryId, caughtAt] = [textOf(data, 'entryId'), timeChange(data, 'caughtAt', caught.caughtAt)]
  const weighedAt = timeChange(data, 'weighedAt', caught.weighedAt)
  const isReleased = fish.released ?? false
  return {
    ...(fish.weight !== '' && Number(fish.weight) !== caught.weight && { weight: fish.weight }),
    ...(fish.ounces !== undefined && fish.ounces !== caught.ounces && { ounces: fish.ounces }),
    ...(fish.length !== undefined && Number(fish.length) !== caught.length && { length: fish.length }),
    ...(isReleased !== (caught.released ?? false) && { released: isReleased }),
    ...(fish.species !== caught.species && { species: fish.species }),
    ...(data.has('anglerId') && fish.anglerId !== caught.anglerId && { anglerId: fish.anglerId ?? null }),
    ...((marks.length !== before.length || marks.some(mark => !before.includes(mark))) && { marks }),
    ...(fish.scale !== caught.scale && { scale: fish.scale ?? null }),
    ...(fish.witness !== caught.witness && { witness: fish.witness ?? null }),
    ...(entryId !== '' && entryId !== caught.entryId && { entryId }),
    ...(caughtAt !== undefined && { caughtAt }),
    ...(weighedAt !== undefined && { weighedAt }),
    reason: textOf(data, 'reason'),
  }
}
