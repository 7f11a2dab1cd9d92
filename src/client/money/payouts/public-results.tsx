import { resultsQuery } from '#client/money/api/payouts.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Results } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { SettledResults } from './settled-results.tsx'

/** Nothing before confirmation. */
export function PublicResults({ tournament }: { tournament: Tournament }) {
  if (tournament.status !== 'completed') return null
  return (
    <Data<Results> query={resultsQuery(tournament.id)} fallback={null} failed={null}>
      {results =>
        results.settledAt === null || results.entries.length === 0 ? null : (
          <SettledResults tournament={tournament} results={results} settledAt={results.settledAt} />
        )
      }
    </Data>
  )
}
