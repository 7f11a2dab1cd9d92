import { boatSummary } from '../boats/boats.ts'
import { count, type Infer, money, number, object, one, orNull, text, time } from '../json-schema.ts'
import { entryScore, scoreUnits } from '../tournaments/scores.ts'
import { tournamentStatus } from '../tournaments/tournaments.ts'
import { shareIfEnded } from './share-if-ended.ts'

/** Entry of a boat that a person backed or crews. `id`: of the entry. */
export const myBoat = object(
  {
    id: text,
    boat: boatSummary,
    tournament: object({ id: text, name: text, status: tournamentStatus }),
    currentPosition: orNull(count),
    /** JSON, as in an entry. */
    bestCatch: orNull(text),
    /** Gap to the next better place, or from the leader to the second. Null without both weights. `unit`: of scores. */
    gap: orNull(object({ place: count, weight: number }, { unit: one(...scoreUnits) })),
    /** The latest. */
    update: orNull(object({ content: text, createdAt: time })),
  },
  {
    /** Score as in an entry. */
    score: entryScore,
    /** The backer's winnings. Only with results. */
    won: money,
    /** The backer's share. */
    ifEnded: shareIfEnded,
  },
)
export type MyBoat = Infer<typeof myBoat>
