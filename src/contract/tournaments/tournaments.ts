import { optionalCents } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import { boatSummary } from '../boats/boats.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import {
  alsoCheck,
  date,
  datesInOrder,
  id,
  line,
  lines,
  messageFor,
  missingMessages,
  optionalCount,
  optionalDate,
  optionalLines,
  optionalName,
  yesOrNo,
} from '../fields.ts'
import { isId } from '../ids.ts'
import {
  constant,
  count,
  flag,
  type Infer,
  list,
  money,
  number,
  object,
  one,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { limits } from '../limits.ts'
import { goalRules } from './goal-rules.ts'
import { entryScore } from './scores.ts'
import { rulesField } from './scoring/rules-schema.ts'

export const tournamentStatus = one('upcoming', 'active', 'completed', 'cancelled')
export type TournamentStatus = Infer<typeof tournamentStatus>

export const tournamentSummary = object(
  {
    id: text,
    name: text,
    description: orNull(text),
    location: orNull(text),
    startDate: time,
    endDate: time,
    /** Null for the end. */
    fundingClosesAt: orNull(time),
    /** Days after the end within which winnings are paid, or null if not stated. */
    payoutDays: orNull(count),
    /** Time `payoutDays` after the end. */
    payoutsDueAt: orNull(time),
    status: tournamentStatus,
    /** Null if not cancelled, or without a reason. */
    cancelReason: orNull(text),
    prizePool: orNull(money),
    organiserId: text,
  },
  {
    // Absent in updates. Null: unknown.
    organiserName: orNull(text),
    /** Its organiser is gone, so that it takes no fundings. */
    withoutOrganiser: constant(true),
    /** Scored by rules. */
    ruled: constant(true),
    /** It is over, and its results by the rules aren’t confirmed yet. */
    provisional: constant(true),
    /** Everyone can read the log. Absent in updates, and where it isn't public. */
    publicLog: flag,
  },
)
export type TournamentSummary = Infer<typeof tournamentSummary>

export const goalRule = one(...goalRules)

/** Correction of a catch: the values announced first, where they differ. */
export const correction = object(
  { at: time, weight: orNull(number), species: orNull(text) },
  /** Ounces beside `weight`, where rules weigh in ounces. */
  { ounces: count },
)
export type Correction = Infer<typeof correction>

export const entry = object(
  {
    id: text,
    boat: boatSummary,
    fundingGoal: money,
    currentFunding: money,
    /** Percent to backers. */
    payoutPercentage: number,
    ifGoalMissed: goalRule,
    /** Null until decided; only with the rule `refund`. */
    goalReached: orNull(flag),
    /** The boat takes fundings now; the same for all readers. False when no card can pay what remains. */
    fundingOpen: flag,
    /** Time when funding closes or closed. */
    closesAt: time,
    currentPosition: orNull(count),
    /** JSON: `{"weight":412.5,"species":"Blue Marlin"}`; with `ounces` where rules weigh them. */
    bestCatch: orNull(text),
    backerCount: count,
  },
  {
    // Omitted within a tournament.
    tournament: tournamentSummary,
    /** Present if the catch was corrected. */
    bestCatchCorrection: correction,
    /** Present if the organiser has set the position. */
    positionDecided: constant(true),
    /** Score of the main category. Present with rules and fish that count. */
    score: entryScore,
    disqualified: object({ at: time, reason: text }),
    /** Keys of pots whose awards backers share; absent: everything. */
    sharedPots: list(text),
    /** Costs that make up the goal. */
    goalParts: list(object({ name: text, amount: money })),
    /** The organiser entered the boat, and its captain hasn't taken it over yet. Not fundable until then. */
    awaitsCaptain: constant(true),
  },
)
export type Entry = Infer<typeof entry>
export type EntryWithTournament = Entry & { tournament: TournamentSummary }

const { organiserName, withoutOrganiser, ruled, provisional, publicLog, ...summaryFields } =
  tournamentSummary.properties
/**
 * Addresses for other sites. `passEndsAt`: time until the pass in them
 * opens the locked site, or null if it isn't locked.
 */
export const embedAddresses = object({ leaderboard: text, feed: text, passEndsAt: orNull(time) })
export type EmbedAddresses = Infer<typeof embedAddresses>

export const tournament = object(
  { ...summaryFields, entries: list(entry) },
  { organiserName, withoutOrganiser, ruled, provisional, publicLog },
)
export type Tournament = Infer<typeof tournament>

/** Sums over the entries, in place of the entries. */
export const tournamentCard = object(
  {
    ...summaryFields,
    /** A boat takes fundings now, or could if there were one. */
    fundingOpen: flag,
    /** Time when funding closes or closed; earlier for boats with the rule `refund`. */
    closesAt: time,
    boats: count,
    raised: money,
    goal: money,
    backers: count,
    /** The first of the ranked boats; `bestCatch` and `score` as in an entry. */
    leader: orNull(object({ name: text, position: count, bestCatch: orNull(text) }, { score: entryScore })),
  },
  { organiserName, withoutOrganiser, ruled, provisional, publicLog },
)
export type TournamentCard = Infer<typeof tournamentCard>

const name = line(textRules.tournamentName)
const description = optionalLines(textRules.description)
const location = optionalName(textRules.location)
const prizePool = optionalCents({ max: limits.prizePoolMaxCents, tooLarge: texts.prizePoolTooLarge })
const startDate = date(texts.startDateRequired)
const endDate = date(texts.endDateRequired)
/** Time when funding closes, or null for the end. */
const fundingClosesAt = optionalDate(texts.dateInvalid)
/** Days until winnings are paid, or null if not stated. */
const payoutDays = optionalCount(texts.payoutDaysInvalid, limits.payoutDaysMax)

/** `status` of older pages is ignored. The same `id` creates it once. */
export const newTournament = alsoCheck(
  type({
    'id?': id<'tournament'>(texts.tournamentIdInvalid, isId),
    name,
    'description?': description,
    'location?': location,
    startDate,
    endDate,
    'fundingClosesAt?': fundingClosesAt,
    'payoutDays?': payoutDays,
    'prizePool?': prizePool,
    /** Null for the heaviest fish, as without rules. */
    'rules?': rulesField,
    /** Default: as the rules say. */
    'publicLog?': yesOrNo,
    'status?': type('string | null').configure(...messageFor(texts.textInvalid)),
  }).configure(
    ...missingMessages({
      name: textRules.tournamentName.required,
      startDate: texts.startDateRequired,
      endDate: texts.endDateRequired,
    }),
  ),
  datesInOrder,
)

/** Change of a tournament. `status` takes effect only as `cancelled`. */
export const tournamentChange = alsoCheck(
  type({
    'name?': name,
    'description?': description,
    'location?': location,
    'startDate?': startDate,
    'endDate?': endDate,
    'fundingClosesAt?': fundingClosesAt,
    'payoutDays?': payoutDays,
    'prizePool?': prizePool,
    /** A public log stays public after the start. */
    'publicLog?': yesOrNo,
    'status?': type("'upcoming' | 'active' | 'completed' | 'cancelled'").configure(
      { message: () => texts.statusInvalid },
      'self',
    ),
    /** Required with the status `cancelled`: the backers read it with their refund. */
    'reason?': lines(textRules.refundReason),
  }),
  datesInOrder,
)
