import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import { alsoCheck, date, hundredths, id, line, optionalId, saysMissing } from '../fields.ts'
import { isId } from '../ids.ts'
import { imageTexts } from '../images.ts'
import { count, flag, type Infer, list, money, number, object, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { tournamentRole } from './staff.ts'
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

export const organiserView = object(
  {
    /** The reader's. */
    role: tournamentRole,
    /** The latest 1,000, newest first, or `limit`; all are in `/api/tournaments/:id/catches`. */
    catches: list(caught),
    /** The latest 1,000 posted by weigh-ins; deleted only with their catches. */
    weighInUpdates: list(text),
    positions: list(entryPosition),
    /** Refunded on cancellation; null for staff. */
    held: orNull(object({ fundings: count, amount: money })),
  },
  {
    /** The reader's, of a weigh master only, who can delete no others. */
    ownUpdates: list(text),
  },
)
export type OrganiserView = Infer<typeof organiserView>

const weight = hundredths(texts.weightInvalid, limits.weightMax)
const species = line(textRules.species)
const caughtAt = date(texts.dateInvalid)

/**
 * `id` makes the request idempotent. The picture is shown with the update. `unlessSimilar`: refused (409) if the boat
 * has such a fish already, which another device may have sent.
 */
export const newCatch = type({
  weight,
  species,
  'caughtAt?': caughtAt,
  'imageId?': optionalId<'image'>(imageTexts.unknown, isId),
  'unlessSimilar?': type('boolean').configure({ message: () => texts.unlessSimilarInvalid }, 'self'),
  'id?': id<'catch'>(texts.catchIdInvalid, isId),
}).configure(...saysMissing({ weight: texts.weightRequired, species: textRules.species.required }))

const changeable = ['weight', 'species', 'caughtAt']
const issuesAtOnce = 10

/** Refuses what it can't change, so that nobody believes it changed. */
export const catchChange = alsoCheck(
  type({ 'weight?': weight, 'species?': species, 'caughtAt?': caughtAt }),
  sent =>
    Object.keys(sent)
      .filter(path => !changeable.includes(path))
      .slice(0, issuesAtOnce)
      .map(path => ({ path, message: path === 'entryId' ? texts.catchStays : texts.catchFieldUnknown })),
)
