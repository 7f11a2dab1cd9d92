import type { ReactNode } from 'react'
import { formatDate, formatDeadline } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { payoutPromiseOf } from '#client/money/payout-date.ts'
import { TermsSection } from '#client/money/terms-section.tsx'
import { Fold, Folds } from '#client/ui/layout/fold.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { Funding } from '#contract/money/funding.ts'
import {
  goalRuleSentence,
  missedGoalSentence,
  sinceConfirmation,
  stakeSentences,
  stakeTerms,
  type StakeTerms as Terms,
} from '#contract/money/stake-texts.ts'
import { centsOf } from '#contract/money.ts'
import type { EntryWithTournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** Dates as ISO 8601. */
type Stake = Omit<Terms, 'closes' | 'ends' | 'winningsPaid'> & { closesAt: string; endDate: string } & Pick<
    TournamentSummary,
    'payoutDays' | 'payoutsDueAt'
  >

export const stakeOfEntry = ({ boat, tournament, ...entry }: EntryWithTournament): Stake => ({
  boat: boat.name,
  tournament: tournament.name,
  organiser: tournament.organiserName ?? null,
  ifGoalMissed: entry.ifGoalMissed,
  payoutPercentage: entry.payoutPercentage,
  goal: centsOf(entry.fundingGoal),
  closesAt: entry.closesAt,
  endDate: tournament.endDate,
  payoutDays: tournament.payoutDays,
  payoutsDueAt: tournament.ruled ? null : tournament.payoutsDueAt,
  isPartlyShared: entry.sharedPots !== undefined,
})

/** Returns the terms that the backer agreed to. */
export const stakeOfFunding = ({ tournament_entry: entry, payout }: Funding): Stake => ({
  boat: entry.boat.name,
  tournament: entry.tournament.name,
  organiser: entry.tournament.organiser_name,
  ifGoalMissed: entry.if_goal_missed,
  payoutPercentage: entry.payout_percentage,
  goal: centsOf(entry.funding_goal),
  closesAt: entry.closes_at,
  endDate: entry.tournament.end_date,
  payoutDays: entry.tournament.payout_days,
  payoutsDueAt: payout?.due_at ?? (entry.tournament.ruled ? null : entry.tournament.payouts_due_at),
  paidAfter: payout?.due_at && sinceConfirmation,
  dateStandsStill: payout?.status === 'frozen' && payout.under_review,
  isPartlyShared: entry.partly_shared,
})

function useTerms(stake: Stake): Terms {
  const now = useNow()
  const zone = useZone()
  return {
    ...stake,
    closes: formatDeadline(stake.closesAt, now, zone),
    ends: formatDate(stake.endDate, zone),
    winningsPaid: payoutPromiseOf(stake, zone),
  }
}

const label = 'What you agree to'

/** The recipient of the money, refunds with their times, and the effect of the goal. */
export function StakeTerms({ stake }: { stake: Stake }) {
  const terms = useTerms(stake)
  return (
    <TermsSection label={label} lead={goalRuleSentence(terms)} sentences={stakeSentences(terms)}>
      <Text look="small" breakable>
        {missedGoalSentence(terms)}
      </Text>
    </TermsSection>
  )
}

/** {@link StakeTerms} with a line for each, which opens. @param children further ones */
export function FoldedTerms({ stake, children }: { stake: Stake; children: ReactNode }) {
  const terms = useTerms(stake)
  return (
    <Folds label={label}>
      <Fold summary={goalRuleSentence(terms)}>{missedGoalSentence(terms)}</Fold>
      {stakeTerms(terms).map(({ short, full }) => (
        <Fold key={short} summary={short}>
          {full}
        </Fold>
      ))}
      {children}
    </Folds>
  )
}
