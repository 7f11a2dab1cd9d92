import { type } from './arktype.ts'
import { textRules, fieldTexts as texts } from './field-texts.ts'
import { date, hundredths, id, line, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { count, flag, type Infer, list, money, number, object, orNull, text, time } from './json-schema.ts'
import { limits } from './limits.ts'
import { correction, entry } from './tournaments.ts'

const caughtFields = {
  id: text,
  entryId: text,
  /** Pounds. */
  weight: number,
  species: text,
  caughtAt: time,
  createdAt: time,
}
export const caught = object(caughtFields, { correction })
export type Catch = Infer<typeof caught>

export const weighIn = object({ ...caughtFields, entry, positionOverridden: flag }, { correction })
export type WeighIn = Infer<typeof weighIn>

const entryPosition = object({
  entryId: text,
  currentPosition: orNull(count),
  byWeight: orNull(count),
  /** Set by the organiser; null: none. */
  override: orNull(count),
})
export type EntryPosition = Infer<typeof entryPosition>

export const organiserView = object({
  /** Newest first. */
  catches: list(caught),
  /** Posted by weigh-ins; deleted only with their catches. */
  weighInUpdates: list(text),
  positions: list(entryPosition),
  /** Refunded on cancellation. */
  held: object({ fundings: count, amount: money }),
})
export type OrganiserView = Infer<typeof organiserView>

const weight = hundredths(texts.weightInvalid, limits.weightMax)
const species = line(textRules.species)
const caughtAt = date(texts.dateInvalid)

/** `id` makes the request idempotent. */
export const newCatch = type({
  weight,
  species,
  'caughtAt?': caughtAt,
  'id?': id<'catch'>(texts.catchIdInvalid, isId),
}).configure(...saysMissing({ weight: texts.weightRequired, species: textRules.species.required }))

export const catchChange = type({ 'weight?': weight, 'species?': species, 'caughtAt?': caughtAt })
