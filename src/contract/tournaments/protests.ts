import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import { id, lines, missingMessages, optionalId, optionalLine, optionalLines, ownMessage } from '../fields.ts'
import { isId } from '../ids.ts'
import { constant, count, type Infer, list, money, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { correctableFields, fish } from './catches.ts'
import { penalty, penaltyFields } from './rulings.ts'

export const protestStates = ['open', 'upheld', 'denied', 'withdrawn'] as const
export type ProtestState = (typeof protestStates)[number]
export type Outcome = 'upheld' | 'denied'
export type StepKind = 'answer' | Outcome | 'withdrawn' | 'reopened'

/** Effects of an upheld protest. */
export const effectKinds = [
  'disqualifyCatch',
  'reinstateCatch',
  'disqualifyEntry',
  'reinstateEntry',
  'penalty',
  'correctCatch',
] as const
export type EffectKind = (typeof effectKinds)[number]

/** `penalty` with `penaltyId`: lifted; else recorded. `name`: of the penalty, in the rules in force. */
const effect = object(
  { kind: one(...effectKinds) },
  { catchId: text, entryId: text, penaltyId: text, key: text, name: text, day: orNull(text), count },
)
export type Effect = Infer<typeof effect>

/** `interested`: the decider owns or crews another boat of the tournament. */
const decision = object(
  {
    outcome: one('upheld', 'denied'),
    text,
    effects: list(effect),
    at: time,
    role: one('co-organiser', 'organiser'),
  },
  { interested: constant(true) },
)
export type ProtestDecision = Infer<typeof decision>

const boat = object({ entryId: text, name: text })

export const protest = object(
  {
    id: text,
    state: one(...protestStates),
    /** Protesting boat, or null if the organisers filed it in their own name. */
    fromEntryId: orNull(text),
    /** The boat that it names, also by a catch or a penalty. */
    entryId: orNull(text),
    catchId: orNull(text),
    penaltyId: orNull(text),
    /** The protesting and the named boat, also if they withdrew. */
    boats: list(boat),
    /** The catch as it is now, or null if there is none or it was deleted. */
    caught: orNull(fish),
    imageUrl: orNull(text),
    penalty: orNull(penalty),
    rule: orNull(text),
    text,
    createdAt: time,
    /**
     * Time until which the named boat, and the one that the fish was moved to, should answer, or null if the
     * rules don't say.
     */
    answerBy: orNull(time),
    /** `entryId`: the named boat; the boat that the fish was moved to; null if neither is still the captain's. */
    answers: list(object({ id: text, text, at: time, entryId: orNull(text) })),
    /** Decision in force, or null if open or withdrawn. */
    decision: orNull(decision),
    /** Reopenings with the decisions that they ended, the oldest first. */
    reopenings: list(object({ reason: text, at: time, decision })),
    closedAt: orNull(time),
  },
  /** True if an organiser filed it after the captains' time. */
  { late: constant(true) },
)
export type Protest = Infer<typeof protest>

/**
 * `until`: end of the captains' time, or null if the rules take no protests from them. `open`, `total`:
 * numbers of protests. `fee`: paid outside the site.
 */
export const protestWindow = object({
  until: orNull(time),
  fee: orNull(money),
  open: count,
  total: count,
  holds: count,
})
export type ProtestWindow = Infer<typeof protestWindow>

/** Subjects of a protest about a boat. */
export const protestSubjects = object({ catches: list(fish), penalties: list(penalty) })
export type ProtestSubjects = Infer<typeof protestSubjects>

/** `placedByRules`: the boat's awards reach the amount from which the rules verify winners. */
export const hold = object(
  {
    id: text,
    entryId: text,
    reason: text,
    createdAt: time,
    lifted: orNull(object({ note: text, at: time })),
  },
  { placedByRules: constant(true) },
)
export type Hold = Infer<typeof hold>

const entryId = optionalId<'entry'>(texts.entryUnknown, isId)
const catchId = optionalId<'catch'>(texts.catchUnknown, isId)
const penaltyId = optionalId<'penalty'>(texts.penaltyRowUnknown, isId)

/**
 * Protest against at most one subject. `fromEntryId`: an organiser files for
 * that boat; a captain of several says which one protests. The same `id` files it once.
 */
export const newProtest = type({
  'entryId?': entryId,
  'catchId?': catchId,
  'penaltyId?': penaltyId,
  'fromEntryId?': entryId,
  'rule?': optionalLine(textRules.protestRule),
  text: lines(textRules.protest),
  'id?': id<'protest'>(texts.protestIdInvalid, isId),
}).configure(...missingMessages({ text: textRules.protest.required }))

export const newProtestAnswer = type({ text: lines(textRules.protestAnswer) }).configure(
  ...missingMessages({ text: textRules.protestAnswer.required }),
)

const effectSent = type({
  ...correctableFields,
  kind: type.enumerated(...effectKinds).configure({ message: () => texts.effectKindInvalid }, 'self'),
  'catchId?': catchId,
  'entryId?': entryId,
  'penaltyId?': penaltyId,
  'key?': penaltyFields.key,
  'day?': penaltyFields.day,
  'count?': penaltyFields.count,
  'reason?': optionalLines(textRules.reason),
}).configure(...missingMessages({ kind: texts.effectKindInvalid }))
export type EffectSent = typeof effectSent.infer

/** `effects`: of an upheld protest, all or none. Without a `reason` of its own an effect has the decision's text. */
export const newDecision = type({
  outcome: type("'upheld' | 'denied'").configure({ message: () => texts.outcomeInvalid }, 'self'),
  text: lines(textRules.decision),
  'effects?': effectSent
    .configure(...ownMessage(texts.effectsInvalid))
    .array()
    .atMostLength(limits.protestEffects)
    .configure(...ownMessage(texts.effectsInvalid)),
}).configure(...missingMessages({ outcome: texts.outcomeInvalid, text: textRules.decision.required }))

export const reopening = type({ reason: lines(textRules.ruling) }).configure(
  ...missingMessages({ reason: textRules.ruling.required }),
)

export const newHold = type({
  entryId: id<'entry'>(texts.entryUnknown, isId),
  reason: lines(textRules.ruling),
}).configure(...missingMessages({ entryId: texts.entryUnknown, reason: textRules.ruling.required }))

export const holdLifting = type({ note: lines(textRules.liftingNote) }).configure(
  ...missingMessages({ note: textRules.liftingNote.required }),
)
