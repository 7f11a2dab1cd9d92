import { constant, count, type Infer, money, object, one, orNull, text, time } from '../json-schema.ts'
import { tournamentStatus } from '../tournaments/tournaments.ts'

/** Stages in the order of the list. `results`: over, but without results. `payouts`: shares are still to be paid. */
export const tournamentStage = one('live', 'results', 'payouts', 'upcoming', 'finished')
export type TournamentStage = Infer<typeof tournamentStage>

/** Tournament as its organiser sees it in the list. */
export const ownTournament = object(
  {
    id: text,
    name: text,
    location: orNull(text),
    startDate: time,
    endDate: time,
    status: tournamentStatus,
    stage: tournamentStage,
    boats: count,
    /** Boats with a catch. */
    weighed: count,
    /** Shares that are still to be paid; null without any. */
    owed: orNull(object({ shares: count, amount: money })),
    /** Money raised for the boats and not handed over, once the tournament is over; null without any. */
    held: orNull(money),
  },
  {
    /** Scored by rules. */
    ruled: constant(true),
    /** Time until captains can protest, while it awaits results; absent if its rules take no protests. */
    protestsUntil: time,
    /** Number of protests to decide; absent if none. */
    openProtests: count,
    /** Boats whose captains ask for a pot before the start; absent if none. */
    boatsAsking: count,
  },
)
export type OwnTournament = Infer<typeof ownTournament>
