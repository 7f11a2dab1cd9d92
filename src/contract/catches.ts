import { type } from 'arktype'
import { date, hundredths, id, line, required, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { limits } from './limits.ts'
import { marinaTexts as texts } from './marina-texts.ts'
import type { Entry } from './tournaments.ts'

export interface Catch {
  id: string
  entryId: string
  /** Pounds. */
  weight: number
  species: string
  /** ISO 8601, UTC. */
  caughtAt: string
  createdAt: string
}

/** `POST /api/tournament-entries/:id/catches`, `PATCH /api/catches/:id` */
export interface WeighIn extends Catch {
  /** The entry as it stands now. */
  entry: Entry
  /** Whether the organiser's own decision, and not the weight, sets the entry's position. */
  positionOverridden: boolean
}

/** `GET /api/tournaments/:id/desk`: what only the organiser's desk shows. */
export interface Desk {
  /** Newest first. */
  catches: Catch[]
  /** Ids of the updates that weigh-ins posted: they go with their catches, not alone. */
  weighInUpdates: string[]
  positions: DeskPosition[]
  /** What a cancellation would give back now. */
  held: { fundings: number /** Decimal dollars with two places. */; amount: string }
}

export interface DeskPosition {
  entryId: string
  /** What everybody sees. */
  currentPosition: number | null
  /** What the weights alone would say. */
  byWeight: number | null
  /** The organiser's decision; null: none. */
  override: number | null
}

const weight = hundredths(texts.weightInvalid, limits.weightMax)
const species = line({
  required: texts.speciesRequired,
  max: limits.speciesMax,
  tooLong: texts.speciesTooLong,
})
const caughtAt = date(texts.dateInvalid)

/**
 * `POST /api/tournament-entries/:id/catches`. With an `id` that the desk made up, a weigh-in that is sent again over a
 * bad line counts once.
 */
export const newCatch = type({
  weight,
  species,
  'caughtAt?': caughtAt,
  'id?': id<'catch'>(texts.catchIdInvalid, isId),
}).configure(
  { message: saysMissing({ weight: texts.weightRequired, species: texts.speciesRequired }) },
  required,
)

/** `PATCH /api/catches/:id` */
export const catchChange = type({ 'weight?': weight, 'species?': species, 'caughtAt?': caughtAt })
