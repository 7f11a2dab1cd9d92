import { useNow } from '#client/lib/now.tsx'
import { resultsQuery } from '#client/money/api/payouts.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { OwnLine } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Results } from '#contract/money/results.ts'
import { resultsText } from '#contract/tournaments/results-state.ts'

/** State of a ruled tournament's results as sentences. Nothing before its end. */
export function ResultsState({
  results,
}: {
  results: Pick<Results, 'state' | 'heldAwards' | 'protestsUntil'>
}) {
  const now = useNow()
  const { state, heldAwards, protestsUntil: until } = results
  if (state === 'running') return null
  return (
    <>
      {resultsText(state, heldAwards.length)}.
      {state === 'provisional' && until !== null && Date.parse(until) > now && (
        <>
          {' Captains can protest until '}
          <DateTime iso={until} />.
        </>
      )}
    </>
  )
}

/** {@link ResultsState} of a tournament that is over and has rules. */
export const ResultsStateOf = ({ tournament }: { tournament: string }) => (
  <Data query={resultsQuery(tournament)} optional>
    {results => <ResultsState results={results} />}
  </Data>
)

export const ConfirmedAt = ({ iso }: { iso: string }) => (
  <OwnLine small>
    Confirmed <DateTime iso={iso} />.
  </OwnLine>
)
