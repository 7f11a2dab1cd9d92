import { type } from 'arktype'
import {
  alsoCheck,
  date,
  datesInOrder,
  line,
  optionalCents,
  optionalLines,
  optionalName,
  required,
  saysMissing,
} from './fields.ts'
import { limits } from './limits.ts'
import { marinaTexts as texts } from './marina-texts.ts'

export type TournamentStatus = 'upcoming' | 'active' | 'completed' | 'cancelled'

export interface BoatSummary {
  id: string
  name: string
  captainName: string
  description: string | null
  imageUrl: string | null
}

export interface Entry {
  id: string
  boat: BoatSummary
  /** Where the entry stands alone; not inside of a tournament. */
  tournament?: TournamentSummary
  /** Decimal dollars with two places. */
  fundingGoal: string
  currentFunding: string
  /** Percent of the winnings that goes to the backers. */
  payoutPercentage: number
  currentPosition: number | null
  /** JSON: `{"weight":412.5,"species":"Blue Marlin"}`. */
  bestCatch: string | null
  backerCount: number
}

export interface TournamentSummary {
  id: string
  name: string
  description: string | null
  location: string | null
  /** ISO 8601, UTC. */
  startDate: string
  endDate: string
  status: TournamentStatus
  /** Decimal dollars with two places. */
  prizePool: string | null
  organiserId: string
}

export interface Tournament extends TournamentSummary {
  entries: Entry[]
}

const name = line({ required: texts.tournamentNameRequired, max: limits.nameMax, tooLong: texts.nameTooLong })
const description = optionalLines({ max: limits.descriptionMax, tooLong: texts.descriptionTooLong })
const location = optionalName({ max: limits.nameMax, tooLong: texts.locationTooLong })
const prizePool = optionalCents({ max: limits.prizePoolMaxCents, tooLarge: texts.prizePoolTooLarge })
const startDate = date(texts.startDateRequired)
const endDate = date(texts.endDateRequired)

/** `POST /api/tournaments`. A status may be sent, as older pages do; it follows from the dates. */
export const newTournament = alsoCheck(
  type({
    name,
    'description?': description,
    'location?': location,
    startDate,
    endDate,
    'prizePool?': prizePool,
    'status?': type('string | null').configure({ message: () => texts.textInvalid }, 'references'),
  }).configure(
    {
      message: saysMissing({
        name: texts.tournamentNameRequired,
        startDate: texts.startDateRequired,
        endDate: texts.endDateRequired,
      }),
    },
    required,
  ),
  datesInOrder,
)

/** `PATCH /api/tournaments/:id`. Of the statuses only `cancelled` does anything: the clock sets the others. */
export const tournamentChange = alsoCheck(
  type({
    'name?': name,
    'description?': description,
    'location?': location,
    'startDate?': startDate,
    'endDate?': endDate,
    'prizePool?': prizePool,
    'status?': type("'upcoming' | 'active' | 'completed' | 'cancelled'").configure(
      { message: () => texts.statusInvalid },
      'self',
    ),
  }),
  datesInOrder,
)
