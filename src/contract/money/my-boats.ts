import { boatSummary } from '../boats/boats.ts'
import { count, type Infer, number, object, orNull, text, time } from '../json-schema.ts'
import { tournamentStatus } from '../tournaments/tournaments.ts'

/** For a backer. `id`: of the entry. */
export const myBoat = object({
  id: text,
  boat: boatSummary,
  tournament: object({ id: text, name: text, status: tournamentStatus }),
  currentPosition: orNull(count),
  /** JSON, as in an entry. */
  bestCatch: orNull(text),
  /** To the next better place; for the leader to the second. Null without both weights. */
  gap: orNull(object({ place: count, weight: number })),
  /** The latest. */
  update: orNull(object({ content: text, createdAt: time })),
})
export type MyBoat = Infer<typeof myBoat>
