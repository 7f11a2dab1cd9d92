import type { Issue } from '#contract/errors.ts'
import { marinaTexts as texts } from '#contract/marina-texts.ts'
import { canManageTournament, statusAt } from '#server/features/tournaments/tournaments.rules.ts'
import type { TournamentRow } from '#server/features/tournaments/tournaments.table.ts'
import type { CatchRow } from './catches.table.ts'

/** Only who runs the scale writes down what it says. */
export const canWeighIn = (
  person: { id: string },
  tournament: Pick<TournamentRow, 'organiser_id'>,
): boolean => canManageTournament(person, tournament)

/** Why the scale is closed; null: it is open. After the end it stays so: boats come in late, and figures are corrected. */
export function scaleClosed(tournament: TournamentRow, now: number): string | null {
  switch (statusAt(tournament, now)) {
    case 'upcoming':
      return 'The tournament has not started yet.'
    case 'cancelled':
      return 'This tournament is cancelled.'
    case 'active':
    case 'completed':
      return null
  }
}

/** A phone's clock may be ahead by this much. */
const skew = 5 * 60_000

/** What is wrong with the time of a catch. */
export function caughtAtIssues(caughtAt: number, tournament: TournamentRow, now: number): Issue[] {
  if (caughtAt > now + skew) return [{ path: 'caughtAt', message: texts.caughtInFuture }]
  if (caughtAt >= tournament.starts_at && caughtAt <= tournament.ends_at) return []
  return [{ path: 'caughtAt', message: texts.caughtOutside }]
}

/** When a fish counts as caught if nobody says: now, or at the end if that is over. */
export const usualCaughtAt = (tournament: Pick<TournamentRow, 'ends_at'>, now: number): number =>
  Math.min(now, tournament.ends_at)

type Fish = Pick<CatchRow, 'entry_id' | 'weight_hundredths' | 'species'>

/** Whether a weigh-in under a known id is that one sent again. */
export const isSameCatch = (known: Fish, sent: Fish): boolean =>
  known.entry_id === sent.entry_id &&
  known.weight_hundredths === sent.weight_hundredths &&
  known.species === sent.species
