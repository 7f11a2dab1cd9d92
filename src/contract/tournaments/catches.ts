import { hundredths } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import {
  alsoCheck,
  date,
  id,
  line,
  messageFor,
  missingMessages,
  optionalDate,
  optionalId,
  optionalLine,
  optionalLines,
  wholeNumber,
  yesOrNo,
} from '../fields.ts'
import { isId } from '../ids.ts'
import { imageTexts } from '../images.ts'
import {
  constant,
  count,
  flag,
  type Infer,
  type JsonSchema,
  list,
  money,
  number,
  object,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { limits } from '../limits.ts'
import { penalty } from './rulings.ts'
import { fishPlace } from './scores.ts'
import { rulesJson } from './scoring/rules-json.ts'
import { scoringLimits } from './scoring/scoring-limits.ts'
import { tournamentRole } from './staff.ts'
import { correction, entry } from './tournaments.ts'

const catchFields = {
  id: text,
  entryId: text,
  /** Pounds, or null if released or only its length counts. */
  weight: orNull(number),
  species: text,
  caughtAt: time,
  createdAt: time,
}
const ruling = object({ at: time, reason: orNull(text) })
/** Fields that only the tournament's rules need. */
const ruledFields = {
  correction,
  ounces: count,
  /** Inches. */
  length: number,
  released: constant(true),
  anglerId: text,
  marks: list(text),
  weighedAt: time,
  scale: text,
  witness: text,
  disqualified: ruling,
  /** It counts outside lines and scale hours. */
  allowed: ruling,
}
export const fish = object(catchFields, ruledFields)
export type Catch = Infer<typeof fish>

export const weighIn = object(
  { ...catchFields, entry, positionOverridden: flag },
  {
    ...ruledFields,
    /** Place on each board. Only with rules. */
    places: list(fishPlace),
    /** The number of its weigh slip, where the log is public. */
    slip: text,
  },
)
export type WeighIn = Infer<typeof weighIn>

const entryPosition = object({
  entryId: text,
  currentPosition: orNull(count),
  byWeight: orNull(count),
  /** Position that the organiser set, or null if none. */
  override: orNull(count),
})
export type EntryPosition = Infer<typeof entryPosition>

const slips: JsonSchema<Record<string, string>> = { type: 'object', additionalProperties: text }

export const organiserView = object(
  {
    /** The reader's. */
    role: tournamentRole,
    /** The latest 1,000, newest first, or `limit`; all are in `/api/tournaments/:id/catches`. */
    catches: list(fish),
    /** The latest 1,000 posted by weigh-ins; deleted only with their catches. */
    weighInUpdates: list(text),
    positions: list(entryPosition),
    /** Refunded on cancellation; null for staff. */
    held: orNull(object({ fundings: count, amount: money })),
  },
  {
    /** Numbers of weigh slips by catch, where the log is public. */
    slips,
    /** Penalties in force, the latest first. Only with rules. */
    penalties: list(penalty),
    rules: rulesJson,
    /** Anglers, by whole names. Only with rules. */
    anglers: list(object({ id: text, entryId: text, name: text, divisions: list(text) })),
    /** Updates of the reader. Only for weigh masters, who can delete no others. */
    ownUpdates: list(text),
  },
)
export type OrganiserView = Infer<typeof organiserView>

const weight = hundredths(texts.weightInvalid, limits.weightMax)
const species = line(textRules.species)
const caughtAt = date(texts.dateInvalid)

const length = hundredths(texts.lengthInvalid, limits.lengthMax)
const ounces = wholeNumber(texts.ouncesInvalid, limits.ouncesMax)
const marks = type('string')
  .array()
  .atMostLength(scoringLimits.marks)
  .configure(...messageFor(texts.marksInvalid))

/** Fields of ruled tournaments; others ignore them. */
const ruledCatch = {
  'ounces?': ounces,
  'length?': length,
  'released?': yesOrNo,
  'anglerId?': optionalId<'angler'>(texts.anglerUnknown, isId),
  'marks?': marks,
  'weighedAt?': optionalDate(texts.dateInvalid),
  'scale?': optionalLine(textRules.scale),
  'witness?': optionalLine(textRules.witness),
} as const

/**
 * A weight is required, unless the fish is released or only its length counts: `weight` in pounds or, where the rules
 * have this unit, `ounces`. `id` makes the request idempotent. The picture is shown with the update. `unlessSimilar`:
 * refused (409) if the boat has such a fish already, which another device may have sent.
 */
export const newCatch = type({
  'weight?': weight,
  ...ruledCatch,
  species,
  'caughtAt?': caughtAt,
  'imageId?': optionalId<'image'>(imageTexts.unknown, isId),
  'unlessSimilar?': type('boolean').configure({ message: () => texts.unlessSimilarInvalid }, 'self'),
  'id?': id<'catch'>(texts.catchIdInvalid, isId),
}).configure(...missingMessages({ species: textRules.species.required }))

const issuesAtOnce = 10

/** Fields of a catch that a correction changes. `entryId` isn't among them: it moves the catch. */
export const correctableFields = {
  'weight?': weight,
  'species?': species,
  'caughtAt?': caughtAt,
  ...ruledCatch,
} as const

const changeFields = {
  ...correctableFields,
  'reason?': optionalLines(textRules.reason),
  'entryId?': id<'entry'>(texts.entryIdInvalid, isId),
} as const

/**
 * Refuses fields that it can't change, so that clients don't believe they changed. `entryId` moves the catch to
 * another boat of the tournament. `reason`: required by rules.
 */
export const catchChange = alsoCheck(type(changeFields), body =>
  Object.keys(body)
    .filter(path => !(`${path}?` in changeFields))
    .slice(0, issuesAtOnce)
    .map(path => ({ path, message: texts.catchFieldUnknown })),
)

/** `undo`: one's own catch of the last ten minutes, without a reason. Rules require a reason of others. */
export const catchDeletion = type({ 'reason?': optionalLines(textRules.reason), 'undo?': yesOrNo })
