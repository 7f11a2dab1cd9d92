import { resultsQuery } from '#client/money/api/payouts.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { Results } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { ResultsState } from './results-state.tsx'
import { SettledResults } from './settled-results.tsx'

/**
 * Results of a tournament that is over; before confirmation a note
 * that they are provisional, where there are rules.
 */
export function PublicResults({ tournament }: { tournament: Tournament }) {
  if (tournament.status !== 'completed') return null
  return (
    <Data query={resultsQuery(tournament.id)} optional>
      {results => {
        if (results.settledAt !== null && results.entries.length > 0)
          return <SettledResults tournament={tournament} results={results} settledAt={results.settledAt} />
        return tournament.ruled && results.settledAt === null ? <Provisional results={results} /> : null
      }}
    </Data>
  )
}

function Provisional({ results }: { results: Results }) {
  return (
    <Section id="results" title="Results">
      <Text weight="semibold">
        <ResultsState results={results} />
      </Text>
    </Section>
  )
}
