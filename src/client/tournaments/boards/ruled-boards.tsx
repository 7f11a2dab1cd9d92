import { hasBoard } from '#client/domain/boards.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { Jackpots } from './jackpots.tsx'
import { ScoreBoard } from './score-board.tsx'

/** Leaderboard and jackpots of a tournament with rules. */
export const RuledBoards = ({ tournament }: { tournament: Tournament }) => (
  <Data<TournamentRules>
    query={rulesQuery(tournament.id)}
    fallback={
      <Stack gap="sm">
        <Loading shape="row" count={5} />
      </Stack>
    }
    what="The leaderboard"
  >
    {({ rules }) =>
      rules && (
        <>
          {hasBoard(tournament) && <ScoreBoard tournament={tournament} rules={rules} />}
          {rules.pots.length > 0 && tournament.status !== 'cancelled' && (
            <Jackpots tournament={tournament} rules={rules} />
          )}
        </>
      )
    }
  </Data>
)
