import { paths } from '#client/paths.ts'
import { SectionLink, TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Results } from '#contract/money/results.ts'
import { formatNet, signedCentsOf } from '#contract/money.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { ConfirmedAt, ResultsState } from './results-state.tsx'

const line = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr))',
    sm: 'minmax(0, 1fr) 9rem 9rem auto',
  },
  alignItems: 'end',
  columnGap: '4',
  paddingInline: '4',
  paddingBlock: '2',
})
const name = css({
  fontWeight: 'semibold',
  overflowWrap: 'anywhere',
  minWidth: '0',
  gridColumn: { base: '1 / -1', sm: 'auto' },
  alignSelf: 'center',
})
const figures = css({ textAlign: { base: 'start', sm: 'end' }, paddingBottom: '2' })
const small = css({ textStyle: 'small', color: 'inkMuted', display: 'block' })

interface SettledResultsProps {
  tournament: Pick<Tournament, 'id' | 'ruled'>
  results: Results
  settledAt: string
}

export function SettledResults({ tournament, results, settledAt }: SettledResultsProps) {
  return (
    <Section
      id="results"
      title="Results"
      action={<SectionLink href={paths.recap(tournament.id)}>Recap</SectionLink>}
    >
      {/* Not beside the link: UTC is shown until hydration, and would take a second line. */}
      <ConfirmedAt iso={settledAt} />
      {tournament.ruled && (
        <Text weight="semibold">
          <ResultsState results={results} />
        </Text>
      )}
      <Rounds results={results} />
      <FirstItems items={results.entries} step={10} what="boats">
        {items => (
          <List>
            {items.map(({ entryId, boat, winnings, pool }) => (
              <li key={entryId} className={line}>
                <p className={name}>{boat.name}</p>
                <p className={figures}>
                  <span className={small}>Won</span>
                  <Money amount={winnings} cents />
                </p>
                <p className={figures}>
                  <span className={small}>For backers</span>
                  <Money amount={pool} cents />
                </p>
                <TextLink standalone href={paths.statement(entryId)} aria-label={`Statement of ${boat.name}`}>
                  Statement
                </TextLink>
              </li>
            ))}
          </List>
        )}
      </FirstItems>
    </Section>
  )
}

/** Rounds after the first, and the adjustments that hold. */
function Rounds({ results: { rounds, entries } }: { results: Results }) {
  const again = rounds.slice(1)
  const adjustments = rounds.at(-1)?.adjustments ?? []
  if (again.length === 0 && adjustments.length === 0) return null
  const boatOf = (id: string) => entries.find(({ entryId }) => entryId === id)?.boat.name ?? 'A boat'
  return (
    <ul>
      {again.map(({ number, at, reason }) => (
        <li key={number}>
          Settled again <DateTime iso={at} />: {reason}
        </li>
      ))}
      {adjustments.map(({ entryId, amount, reason }) => (
        <li key={`${entryId} ${amount} ${reason}`}>
          {boatOf(entryId)}: {formatNet(signedCentsOf(amount))}, {reason}
        </li>
      ))}
    </ul>
  )
}
