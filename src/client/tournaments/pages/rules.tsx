import { useBoot } from '#client/lib/boot.tsx'
import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { RulesText } from '#client/tournaments/rules/rules-text.tsx'
import { rulesNumberIn } from '#client/tournaments/rules-number.ts'
import { TournamentNotFound } from '#client/tournaments/tournaments/tournament-states.tsx'

export default function RulesPage({ params: { id = '' } }: PageProps) {
  const number = rulesNumberIn(useBoot().search)
  return (
    <StaticData query={tournamentQuery(id)} fallback={null}>
      {tournament =>
        tournament ? (
          <Shell width="reading">
            <StaticData query={rulesQuery(id, number)} fallback={null}>
              {version => (
                <RulesText tournament={tournament} version={version} isOld={number !== undefined} />
              )}
            </StaticData>
          </Shell>
        ) : (
          <Shell bleed>
            <TournamentNotFound />
          </Shell>
        )
      }
    </StaticData>
  )
}
