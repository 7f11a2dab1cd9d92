import { decimalPounds } from '#contract/weight.ts'
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

const timeOf = (at: number | null) =>
  at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const pounds = (hundredths: number | null) => (hundredths === null ? null : decimalPounds(hundredths))

export const catchesCsv = (catches: readonly CatchToExport[]): string =>
  csv(
    header,
    catches.map(each => [
      each.boat_name,
      each.captain_name,
      pounds(each.weight_hundredths),
      each.species,
      timeOf(each.caught_at),
      timeOf(each.created_at),
      timeOf(each.corrected_at),
      pounds(each.first_weight_hundredths),
      each.first_species,
    ]),
  )
