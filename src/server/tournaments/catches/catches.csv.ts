import { formatHundredths } from '#contract/numbers.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { csv } from '#server/http/csv.ts'
import type { CatchToExport } from './catches.queries.ts'

const header = [
  'Boat',
  'Captain',
  'Weight (lbs)',
  'Species',
  'Caught (UTC)',
  'Weighed in (UTC)',
  'Corrected (UTC)',
  'First weight (lbs)',
  'First species',
]

/** Columns of tournaments with rules. */
const ruledHeader = [
  'Ounces',
  'Length (in)',
  'Released',
  'Angler',
  'Marks',
  'Stated as weighed (UTC)',
  'Scale',
  'Witness',
  'Disqualified',
  'Allowed outside the times',
]

const timeOf = (at: number | null) =>
  at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
/** Pounds or inches. */
const decimal = (hundredths: number | null) => (hundredths === null ? null : formatHundredths(hundredths))

const ruledCells = (each: CatchToExport, { marks }: Rules) => [
  each.ounces === null ? null : String(each.ounces),
  decimal(each.length_hundredths),
  each.released === 1 ? 'yes' : null,
  each.angler_name,
  (JSON.parse(each.marks) as string[])
    .map(mark => marks.find(({ key }) => key === mark)?.name ?? mark)
    .join(', '),
  timeOf(each.weighed_at),
  each.scale,
  each.witness,
  each.disqualified_reason,
  each.allowed_reason,
]

/** @param rules null: without their columns */
export const catchesCsv = (catches: readonly CatchToExport[], rules: Rules | null): string =>
  csv(
    rules ? [...header, ...ruledHeader] : header,
    catches.map(each => [
      each.boat_name,
      each.captain_name,
      decimal(each.weight_hundredths),
      each.species,
      timeOf(each.caught_at),
      timeOf(each.created_at),
      timeOf(each.corrected_at),
      decimal(each.first_weight_hundredths),
      each.first_species,
      ...(rules ? ruledCells(each, rules) : []),
    ]),
  )
