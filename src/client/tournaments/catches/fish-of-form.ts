import { textOf } from '#client/lib/submit.ts'
import { type FieldErrors, problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { fieldTexts, nameProblem, textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { type Measures, measureText } from '#contract/tournaments/catch-texts.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { type Kind, kindsOf, weightUnitOf } from './needs.ts'

/** A fish as it is typed and sent. Pure. */
export interface TypedFish {
  /** Pounds; empty: it isn't weighed in pounds. */
  weight: string
  ounces?: number
  /** Inches. */
  length?: string
  released?: true
  species: string
  anglerId?: string
  marks?: string[]
  scale?: string
  witness?: string
}

/** Chosen among the species of the rules; the name is in `otherSpecies`. */
export const otherSpecies = '*'

function kindOf(data: FormData, rules: RulesJson): Kind {
  const kinds = kindsOf(rules)
  const kind = textOf(data, 'kind')
  return kinds.find(each => each === kind) ?? kinds[0] ?? 'weighed'
}

function speciesOfForm(data: FormData): string {
  const species = textOf(data, 'species')
  return (species === otherSpecies ? textOf(data, 'otherSpecies') : species).trim()
}

/** Returns the whole ounces of "4 lb 2 oz", or of ounces alone. */
const totalOunces = (data: FormData): number =>
  16 * Number(textOf(data, 'pounds')) + Number(textOf(data, 'ounces'))

/** @param rules null: a weight and a species */
export function fishOf(data: FormData, rules: RulesJson | null): TypedFish {
  const species = speciesOfForm(data)
  if (rules === null) return { weight: textOf(data, 'weight'), species }
  const kind = kindOf(data, rules)
  const unit = weightUnitOf(rules, kind)
  const marks = data.getAll('marks').filter(mark => typeof mark === 'string')
  const [length, anglerId] = [textOf(data, 'length'), textOf(data, 'anglerId')]
  const [scale, witness] = [textOf(data, 'scale').trim(), textOf(data, 'witness').trim()]
  return {
    weight: unit === 'lb' ? textOf(data, 'weight') : '',
    ...(unit === 'oz' && { ounces: totalOunces(data) }),
    ...(length !== '' && { length }),
    ...(kind === 'released' && { released: true }),
    species,
    ...(anglerId !== '' && { anglerId }),
    ...(marks.length > 0 && { marks }),
    ...(scale !== '' && { scale }),
    ...(witness !== '' && { witness }),
  }
}

export const measuredOf = ({ weight, ounces, length, released }: TypedFish): Measures => ({
  weight: Number(weight) > 0 ? Number(weight) : null,
  ...(ounces !== undefined && ounces > 0 && { ounces }),
  ...(length !== undefined && Number(length) > 0 && { length: Number(length) }),
  ...(released && { released }),
})

/** "Weigh In 412.5 lbs", "Record 42.25 in", "Record Release": what the button does. */
export function submitText(fish: TypedFish): string {
  const { weight, ounces = null, length = null, released } = measuredOf(fish)
  if (released) return 'Record Release'
  if (weight === null && ounces === null)
    return length === null ? 'Weigh In' : `Record ${measureText({ weight, length })}`
  return `Weigh In ${measureText({ weight, ounces })}`
}

function ouncesErrors(data: FormData): FieldErrors {
  const [pounds, ounces] = [textOf(data, 'pounds'), textOf(data, 'ounces')]
  if (pounds === '' && ounces === '') return { pounds: fieldTexts.weightRequired }
  if (pounds !== '' && Number(ounces) > 15) return { ounces: 'With pounds, ounces go up to 15' }
  const total = totalOunces(data)
  return total >= 1 && total <= limits.ouncesMax ? {} : { pounds: fieldTexts.ouncesInvalid }
}

/** Checks beyond the browser's own. @param rules null: none */
export function checkFish(data: FormData, rules: RulesJson | null): FieldErrors {
  const unit = rules && weightUnitOf(rules, kindOf(data, rules))
  return {
    ...tooLong(data, {
      species: textRules.species,
      otherSpecies: textRules.species,
      scale: textRules.scale,
      witness: textRules.witness,
    }),
    ...problemsOf(data, ['species', 'otherSpecies'], nameProblem),
    ...(unit === 'oz' && ouncesErrors(data)),
  }
}
