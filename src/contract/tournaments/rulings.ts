import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import {
  id,
  line,
  lines,
  makeCheck,
  messageFor,
  missingMessages,
  optionalLines,
  ownMessage,
  string,
  wholeNumber,
} from '../fields.ts'
import { isId } from '../ids.ts'
import { constant, count, flag, type Infer, list, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { scoringLimits } from './scoring/scoring-limits.ts'

/** Reason of a disqualification, an allowance, or their end: everyone reads it. */
export const ruling = type({ reason: lines(textRules.ruling) }).configure(
  ...missingMessages({ reason: textRules.ruling.required }),
)

/** `name`: in the rules in force; the key if they dropped it. `lifted`: only a protest still names it. */
export const penalty = object(
  {
    id: text,
    entryId: text,
    key: text,
    name: text,
    day: orNull(text),
    count,
    reason: orNull(text),
    createdAt: time,
  },
  { lifted: constant(true) },
)
export type Penalty = Infer<typeof penalty>

const key = string(texts.keyRequired)
const dayName = type('string | null').configure(...messageFor(texts.dayUnknown))

const penaltyCount = wholeNumber(texts.penaltyCountInvalid, limits.penaltyCountMax)

/** `day`: null or left out where the rules have no days. */
export const penaltyFields = { key, day: dayName, count: penaltyCount } as const

/** The same `id` records it once. */
export const newPenalty = type({
  key,
  'day?': dayName,
  count: penaltyCount,
  'reason?': optionalLines(textRules.reason),
  'id?': id<'penalty'>(texts.penaltyIdInvalid, isId),
}).configure(...missingMessages({ key: texts.keyRequired, count: texts.penaltyCountInvalid }))

/**
 * `order`: contestants, the better place first: entries, anglers or catches, as the category ranks. `unlessDecided`:
 * answers 409 if the tie is decided already, instead of replacing that decision.
 */
export const newTieDecision = type({
  category: key,
  'day?': dayName,
  order: type('string')
    .array()
    .atLeastLength(2)
    .atMostLength(limits.listMax)
    .narrow(
      makeCheck({ uniqueItems: true }, (order: readonly string[]) =>
        new Set(order).size === order.length ? null : texts.orderInvalid,
      ),
    )
    .configure(...messageFor(texts.orderInvalid)),
  reason: lines(textRules.ruling),
  'unlessDecided?': type('boolean').configure({ message: () => texts.unlessDecidedInvalid }, 'self'),
}).configure(
  ...missingMessages({
    category: texts.keyRequired,
    order: texts.orderInvalid,
    reason: textRules.ruling.required,
  }),
)

/** Angler with the whole name, for the captain and staff. */
const angler = object({ id: text, name: text, divisions: list(text) })
export const anglers = object({ anglers: list(angler) })
export type Anglers = Infer<typeof anglers>

const newAngler = type({
  'id?': id<'angler'>(texts.anglerUnknown, isId),
  name: line(textRules.anglerName),
  'divisions?': type('string')
    .array()
    .atMostLength(scoringLimits.divisions)
    .configure(...messageFor(texts.divisionsInvalid)),
})

/** The whole list; anglers that it leaves out are removed. `id`: of one on the list, or removed from it. */
export const newAnglers = type({
  anglers: newAngler
    .configure(...ownMessage(texts.anglersInvalid))
    .array()
    .atMostLength(limits.anglers)
    .configure(...ownMessage(texts.anglersInvalid)),
}).configure(...missingMessages({ anglers: texts.anglersInvalid, name: textRules.anglerName.required }))

/** Keys of pots. `in`: confirmed by an organiser. */
export const entryPots = object({ wanted: list(text), in: list(text) })
export type EntryPots = Infer<typeof entryPots>

/** A pot as the backers of a boat read it. `state`: `wanted` while its fee isn't paid. */
const backedPot = object({ key: text, name: text, shared: flag, state: one('in', 'wanted', 'out') })

/** Pots of an entry; empty without rules. */
export const backedPots = object({
  pots: list(backedPot),
  /** Time until captains can protest, so that results aren't official before. */
  protestsUntil: orNull(time),
})
export type BackedPots = Infer<typeof backedPots>

const potKeys = type('string')
  .array()
  .atMostLength(scoringLimits.pots)
  .configure(...messageFor(texts.potsInvalid))

/**
 * `wanted` by the captain, `in` by an organiser; after the start with a reason. `inBefore`: what the sender saw as
 * `in`, so that pots which another organiser changed meanwhile stay as they are.
 */
export const newEntryPots = type({
  'wanted?': potKeys,
  'in?': potKeys,
  'inBefore?': potKeys,
  'reason?': optionalLines(textRules.reason),
})
