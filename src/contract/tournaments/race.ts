import { constant, count, type Infer, list, number, object, one, orNull, text, time } from '../json-schema.ts'
import { scoreUnits } from './scores.ts'

/** `entry`: its number in `entries`. `place`: null off the board. `amount`: absent as before. */
const raceChange = object({ entry: count, place: orNull(count) }, { amount: number, tied: constant(true) })
/** Changes from the frame before, by the weigh-ins up to `at`. `day`: of the board, where each day has one. */
const raceFrame = object({ at: time, changes: list(raceChange) }, { day: text })

/** The history of the main board, in the order of weighing in. `board`: null without rules. */
export const race = object({
  board: orNull(text),
  unit: one(...scoreUnits),
  entries: list(text),
  frames: list(raceFrame),
})
export type Race = Infer<typeof race>
