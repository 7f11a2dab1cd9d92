import {
  constant,
  count,
  flag,
  type Infer,
  list,
  number,
  object,
  one,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { reasons } from './scoring/boards.ts'

export const slipStates = ['standing', 'corrected', 'disqualified', 'deleted'] as const
export type SlipState = (typeof slipStates)[number]

const change = object({
  seq: count,
  at: time,
  /** Null if none was given or it was erased. */
  reason: orNull(text),
  fields: list(object({ field: text, before: orNull(text), after: orNull(text) })),
})
export type SlipChange = Infer<typeof change>

const board = object(
  {
    category: text,
    day: orNull(text),
    /** Place of the boat, the angler or the fish, or null if it has none. */
    place: orNull(count),
    taken: flag,
    /** Reason that it isn't taken. */
    why: orNull(one(...reasons)),
  },
  {
    /** The place is shared. */
    tied: constant(true),
  },
)

/** A catch by the log, now. Names that were erased are null, in corrections "(erased)". */
export const slip = object(
  {
    number: text,
    /** Number of the event that recorded it. */
    seq: count,
    hash: text,
    state: one(...slipStates),
    tournament: object({ id: text, name: text }),
    entryId: text,
    catchId: text,
    boat: text,
    captain: text,
    angler: orNull(text),
    species: text,
    /** Pounds, or null if released or only its length counts. */
    weight: orNull(number),
    caughtAt: time,
    weighedAt: time,
    weighMaster: orNull(text),
    witness: orNull(text),
    scale: orNull(text),
    marks: list(text),
    /** Names of the marks in the rules in force; the key if they dropped one. */
    markNames: list(text),
    photo: orNull(object({ url: text, sha256: text })),
    /** Boards of the rules that the catch is on. */
    boards: list(board),
    corrections: list(change),
    /** Confirmations of the present values, by the boat's own people. */
    confirmations: list(object({ at: time, role: text, name: orNull(text) })),
  },
  {
    ounces: count,
    /** Inches. */
    length: number,
    released: constant(true),
    /** Reason of its disqualification or deletion. */
    reason: text,
    /** The boat withdrew: its fish are on no board. */
    withdrawn: constant(true),
  },
)
export type Slip = Infer<typeof slip>
