import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { resultsQuery } from '#client/money/api/payouts.ts'
import { Data, LoadFailed } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { OwnLine } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { ConfirmAwards } from './confirm-awards.tsx'
import { EnterWinnings } from './enter-winnings.tsx'
import { Payouts } from './payouts.tsx'
import { SettleAgain } from './settle-again.tsx'
import { SettledResults } from './settled-results.tsx'

interface ResultsSectionProps {
  tournament: Tournament
  /** Ends a running tournament. */
  endNow: ReactNode
}

export function ResultsSection({ tournament, endNow }: ResultsSectionProps) {
  const notice = closedNotice(tournament, endNow)
  if (notice) return <Section title="Results">{notice}</Section>
  return (
    <Data
      query={resultsQuery(tournament.id)}
      fallback={
        <Section title="Results">
          <Loading />
        </Section>
      }
      failed={
        <Section title="Results">
          <LoadFailed what="The results" />
        </Section>
      }
    >
      {results =>
        results.settledAt === null ? (
          <Section
            id="results"
            title="Results"
            description={`${tournament.ruled ? 'What each boat won follows from the rules.' : 'Enter what each boat won.'} You see every backer’s share before anything is confirmed.`}
          >
            {tournament.ruled ? (
              <ConfirmAwards tournament={tournament} results={results} />
            ) : (
              <EnterWinnings tournament={tournament} />
            )}
          </Section>
        ) : (
          <Stack gap="sections">
            {/* First: what is left to do. */}
            <Payouts tournamentId={tournament.id} />
            <SettledResults tournament={tournament} results={results} settledAt={results.settledAt} />
            <SettleAgain tournament={tournament} results={results} />
          </Stack>
        )
      }
    </Data>
  )
}

function closedNotice({ status, endDate, entries, ruled }: Tournament, endNow: ReactNode): ReactNode {
  const icon = <Trophy size={26} />
  switch (status) {
    case 'cancelled':
      return (
        <EmptyState
          icon={icon}
          title="This tournament is cancelled"
          description="There are no winnings to divide: backers get their money back."
        />
      )
    case 'upcoming':
    case 'active':
      return (
        <EmptyState
          icon={icon}
          title="No results yet"
          description={
            <>
              {`${ruled ? 'Confirm' : 'Enter'} what each boat won when the tournament has ended:`}
              <OwnLine>
                <DateTime iso={endDate} />
              </OwnLine>
            </>
          }
          action={status === 'active' ? endNow : undefined}
        />
      )
    case 'completed':
      return entries.length === 0 ? <EmptyState icon={icon} title="No boats registered yet." /> : null
  }
}
