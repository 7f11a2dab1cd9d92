import { boatSummary } from '../boats/boats.ts'
import { count, type Infer, list, money, number, object, orNull, text, time } from '../json-schema.ts'
import { entryScore } from './scores.ts'
import { entry, tournamentStatus, tournamentSummary } from './tournaments.ts'

/** Of the entries with a settled statement. */
export const boatRecord = object({
  /** All, settled or not; without withdrawn ones and cancelled tournaments. */
  entries: count,
  settled: count,
  firsts: count,
  /** Places 1 to 3. */
  podiums: count,
  raised: money,
  /** What backers got. */
  paidBack: money,
  /** For each $100 of theirs, rounded down; null: nothing was raised. */
  backPer100: orNull(money),
})
export type BoatRecord = Infer<typeof boatRecord>

/** What everyone may see of a boat. */
export const boatProfile = object({
  ...boatSummary.properties,
  /** Approved members. */
  crew: count,
  record: boatRecord,
  /** At most ten. */
  heaviestCatches: list(
    object(
      {
        id: text,
        /** Pounds. */
        weight: number,
        species: text,
        caughtAt: time,
        imageUrl: orNull(text),
        tournament: object({ id: text, name: text }),
      },
      /** Where rules weigh them. */
      { ounces: count },
    ),
  ),
})
export type BoatProfile = Infer<typeof boatProfile>

export const boatEntry = object({
  /** Without its tournament. */
  entry,
  tournament: tournamentSummary,
  /** Null: not settled. */
  result: orNull(object({ winnings: money, raised: money, paidBack: money, backPer100: orNull(money) })),
})
export type BoatEntry = Infer<typeof boatEntry>

/** With its entry in the tournament that runs now, else in the next; null: in neither. */
export const tournamentBoat = object({
  ...boatSummary.properties,
  entry: orNull(
    object(
      {
        id: text,
        currentPosition: orNull(count),
        currentFunding: money,
        fundingGoal: money,
        tournament: object({ id: text, name: text, status: tournamentStatus }),
      },
      /** As in an entry. */
      { score: entryScore },
    ),
  ),
})
export type TournamentBoat = Infer<typeof tournamentBoat>
