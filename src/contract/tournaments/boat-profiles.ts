import { boatSummary } from '../boats/boats.ts'
import { count, flag, type Infer, list, money, number, object, orNull, text, time } from '../json-schema.ts'
import { entryScore } from './scores.ts'
import { entry, tournamentStatus, tournamentSummary } from './tournaments.ts'

/** Counts entries whose tournaments are settled, unless a field says otherwise. */
export const boatRecord = object({
  /** All, settled or not; without withdrawn ones and cancelled tournaments. */
  entries: count,
  settled: count,
  firsts: count,
  /** Places 1 to 3. */
  podiums: count,
  raised: money,
  /** Amounts that backers got. */
  paidBack: money,
  /** Amount that backers got for each $100 of theirs, rounded down, or null if nothing was raised. */
  backPer100: orNull(money),
})
export type BoatRecord = Infer<typeof boatRecord>

/** The public page of a boat. */
export const boatProfile = object({
  ...boatSummary.properties,
  /** Approved members. */
  crew: count,
  record: boatRecord,
  /** At most ten catches. */
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
      /** Present where rules weigh in ounces. */
      { ounces: count },
    ),
  ),
})
export type BoatProfile = Infer<typeof boatProfile>

const namedTournament = object({ id: text, name: text })

/** A fish that was weighed and counts. */
const weighedFish = object(
  {
    /** Pounds. */
    weight: number,
    species: text,
    caughtAt: time,
    tournament: namedTournament,
  },
  /** Present where rules weigh in ounces. */
  { ounces: count },
)
export type WeighedFish = Infer<typeof weighedFish>

const careerPlace = object({
  /** Null if it has no place or is disqualified. */
  place: orNull(count),
  /** Shares it. */
  tied: flag,
  /** Entries that took part. */
  boats: count,
  tournament: namedTournament,
  startDate: time,
})
export type CareerPlace = Infer<typeof careerPlace>

/** Sums up the tournaments that started in a year, by UTC. */
const season = object({
  year: count,
  tournaments: count,
  firsts: count,
  /** Places 1 to 3. */
  podiums: count,
  bestPlace: orNull(count),
  heaviest: orNull(weighedFish),
  raised: money,
  /** Amounts that backers got. */
  paidBack: money,
  /**
   * Amount that backers got for each $100 of theirs in the whole
   * season, rounded down, or null if nothing was raised.
   */
  backPer100: orNull(money),
})
export type Season = Infer<typeof season>

/**
 * Sums up settled tournaments, by their latest round. Withdrawn entries and cancelled tournaments don't count, nor payments
 * that were refunded before; money counts where its payments were of the site's present mode.
 */
export const boatCareer = object({
  /** The latest first. */
  seasons: list(season),
  /** Places 1 to 3, the best first, of equal ones the latest. */
  trophies: list(careerPlace),
  /** Places in the latest tournaments, the earliest first. */
  places: list(careerPlace),
  /** The heaviest of each species, the heaviest first. */
  personalBests: list(weighedFish),
})
export type BoatCareer = Infer<typeof boatCareer>

export const boatEntry = object({
  /** The entry without its tournament. */
  entry,
  tournament: tournamentSummary,
  /** Null if not settled. */
  result: orNull(object({ winnings: money, raised: money, paidBack: money, backPer100: orNull(money) })),
})
export type BoatEntry = Infer<typeof boatEntry>

/** `entry`: entry in the tournament that runs now, else in the next, or null if the boat is in neither. */
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
      /** Score as in an entry. */
      { score: entryScore },
    ),
  ),
})
export type TournamentBoat = Infer<typeof tournamentBoat>
