import MonitorUp from 'lucide-react/icons/monitor-up'
import type { ReactNode } from 'react'
import { hasBoard } from '#client/domain/boards.ts'
import { paths } from '#client/paths.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { RaceLink } from '#client/tournaments/race-link.tsx'
import { SectionLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { Jackpots } from './jackpots.tsx'
import { boardLoading, ScoreBoard } from './score-board.tsx'

interface WithRulesProps {
  tournament: Tournament
  children: (rules: RulesJson) => ReactNode
}

/** Renders the children with the rules in force; nothing without rules. */
const WithRules = ({ tournament, children }: WithRulesProps) => (
  <Data query={rulesQuery(tournament.id)} fallback={boardLoading} what="The leaderboard">
    {({ rules }) => rules && children(rules)}
  </Data>
)

/** Leaderboard and jackpots of a tournament with rules. */
export const RuledBoards = ({ tournament }: { tournament: Tournament }) => (
  <WithRules tournament={tournament}>
    {rules => (
      <>
        {hasBoard(tournament) && (
          <ScoreBoard
            tournament={tournament}
            rules={rules}
            page={paths.tournament(tournament.id)}
            links={
              <Row gap="4" rowGap="0">
                <RaceLink tournament={tournament} />
                <SectionLink href={paths.kiosk(tournament.id)}>
                  <MonitorUp size={20} />
                  Open on a big screen
                </SectionLink>
              </Row>
            }
          />
        )}
        {rules.pots.length > 0 && tournament.status !== 'cancelled' && (
          <Jackpots tournament={tournament} rules={rules} />
        )}
      </>
    )}
  </WithRules>
)

/** The leaderboard on the race's page, which visitors may read. Nothing without rules. */
export const RaceBoards = ({ tournament }: { tournament: Tournament }) =>
  hasBoard(tournament) && (
    <WithRules tournament={tournament}>
      {rules => (
        <ScoreBoard tournament={tournament} rules={rules} page={paths.race(tournament.id)} links={null} />
      )}
    </WithRules>
  )
