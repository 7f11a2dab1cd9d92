import { useNow } from '#client/lib/now.tsx'
import { resultsQuery } from '#client/money/api/payouts.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Results } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { stateText } from './results-state.ts'
import { SettledResults } from './settled-results.tsx'

/** Once the tournament is over. Before confirmation nothing, but with rules that results are provisional. */
export function PublicResults({ tournament }: { tournament: Tournament }) {
  if (tournament.status !== 'completed') return null
  return (
    <Data<Results> query={resultsQuery(tournament.id)} fallback={null} failed={null}>
      {results => {
        if (results.settledAt !== null && results.entries.length > 0)
          return <SettledResults tournament={tournament} results={results} settledAt={results.settledAt} />
        return tournament.ruled && results.settledAt === null ? <Provisional results={results} /> : null
      }}
    </Data>
  )
}

function Provisional({ results }: { results: Results }) {
  const now = useNow()
  const { protestsUntil: until } = results
  return (
    <Section id="results" title="Results">
      <Text weight="semibold">
        {stateText(results)}
        {until !== null && Date.parse(until) > now && (
          <>
            {' – protests until '}
            <DateTime iso={until} withTime />
          </>
        )}
      </Text>
    </Section>
  )
}
