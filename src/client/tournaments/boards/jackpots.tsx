import { placeText } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { awardsQuery } from '#client/tournaments/api/rules.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { centsOf } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import type { Awards } from '#contract/tournaments/scores.ts'
import { awardSentences, potSentence } from '#contract/tournaments/scoring/prize-sentences.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { rulesOf } from '#contract/tournaments/scoring/rules-conversion.ts'
import type { Tournament, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'
import { openList } from './open-list.ts'

const pots = css({
  containerType: 'inline-size',
  '& summary': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 1.25rem',
    alignItems: 'center',
    columnGap: { base: '2.5', md: '4' },
    minHeight: '16',
    paddingBlock: '2',
    paddingInline: { base: '3', md: '4' },
  },
  // Puts the amount below the name at 200 % text size.
  '@container (max-width: 14rem)': {
    '& summary': { gridTemplateColumns: 'minmax(0, 1fr) 1.25rem' },
    '& summary > b': { gridRow: '2' },
    // Puts the amount below the boat.
    '& tr': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '3' },
    '& td:last-child:not(:first-child)': {
      gridColumn: '1 / -1',
      borderWidth: '0',
      paddingBlockStart: '0',
      paddingInlineStart: '0',
      textAlign: 'start',
    },
  },
  '& summary > b': { textStyle: 'figure', fontSize: '2xl', fontWeight: 'bold' },
  '& summary p': { textStyle: 'small', color: 'inkMuted' },
})
const body = css({
  column: '4',
  paddingInline: { base: '3', md: '4' },
  paddingBlockStart: '2',
  paddingBlockEnd: '4',
  '& h4': { textStyle: 'figure', fontWeight: 'bold' },
  '& table': { width: 'full', fontVariantNumeric: 'tabular-nums', borderCollapse: 'collapse' },
  '& caption': { textAlign: 'start', paddingBlockEnd: '1' },
  '& caption small': { display: 'block', textStyle: 'small', color: 'inkMuted' },
  '& :is(td, th)': { paddingBlock: '2', borderBlockStartWidth: '1px', borderColor: 'line' },
  '& th': { textAlign: 'start', fontWeight: 'normal', overflowWrap: 'anywhere' },
  '& td:first-child': { width: { base: '1%', sm: '20' }, whiteSpace: 'nowrap', paddingInlineEnd: '3' },
  '& td:last-child': { textAlign: 'end', fontWeight: 'semibold', paddingInlineStart: '3' },
})

interface JackpotsProps {
  tournament: Tournament
  rules: RulesJson
}

/** Pots with their boats and awards. */
export const Jackpots = ({ tournament, rules }: JackpotsProps) => (
  <Section id="jackpots" title="Jackpots" description={leadOf(tournament.status)}>
    <Data query={awardsQuery(tournament.id)} shape="row" count={rules.pots.length} what="The jackpots">
      {awards => (
        <ul className={cx(openList, pots)}>
          {awards.pots.map(pot => (
            <PotItem key={pot.key} pot={pot} awards={awards} rules={rules} tournament={tournament} />
          ))}
        </ul>
      )}
    </Data>
  </Section>
)

function leadOf(status: TournamentStatus): string | undefined {
  switch (status) {
    case 'upcoming':
      return 'What the pots hold so far.'
    case 'active':
      return 'What each boat would win if it ended now.'
    case 'completed':
    case 'cancelled':
      return undefined
  }
}

interface PotProps extends JackpotsProps {
  pot: Awards['pots'][number]
  awards: Awards
}

function PotItem(props: PotProps) {
  const { pot, rules, tournament } = props
  const boats = pot.entries.length
  const isOfAll = rules.pots.find(({ key }) => key === pot.key)?.entry === 'all'
  const names = tournament.entries.filter(({ id }) => pot.entries.includes(id)).map(({ boat }) => boat.name)
  return (
    <li>
      <details open={rules.pots.length === 1}>
        <summary>
          <div>
            <h3>{pot.name}</h3>
            <p>{`${isOfAll && boats > 1 ? 'All ' : ''}${countText(boats, 'boat')}`}</p>
          </div>
          <b>
            <Money amount={pot.amount} />
          </b>
        </summary>
        <div className={body}>
          {!isOfAll && (
            <Muted small>{boats === 0 ? 'No boat is in it yet.' : `In it: ${names.join(', ')}.`}</Muted>
          )}
          {tournament.status === 'upcoming' ? <Terms {...props} /> : <PotAwards {...props} />}
        </div>
      </details>
    </li>
  )
}

/** Terms of a pot before its awards have places: what fills it and what it pays. */
function Terms({ pot, rules }: PotProps) {
  const exact = rulesOf(rules)
  const own = exact.pots.filter(({ key }) => key === pot.key)
  const awards = exact.awards.filter(award => award.pot === pot.key)
  const sentences = [...own.map(potSentence), ...awards.flatMap(award => awardSentences(exact, award))]
  return <Muted>{sentences.join(' ')}</Muted>
}

/** Most places shown of an award: a tie can have many. */
const placesShown = 20

function PotAwards({ pot, awards, rules, tournament }: PotProps) {
  const nameOf = (entryId: string) => tournament.entries.find(({ id }) => id === entryId)?.boat
  return awards.awards.flatMap(({ key, day, amount, notWon, places }) => {
    const award = rules.awards.find(each => each.key === key)
    if (award?.pot !== pot.key) return []
    const category = rules.categories.find(each => each.key === award.category)
    return (
      <table key={`${key} ${day}`}>
        <caption>
          <h4>{day === null ? award.name : `${award.name} · ${day}`}</h4>
          <small>
            {category?.name}, <Money amount={amount} />
          </small>
        </caption>
        <tbody>
          {places.slice(0, placesShown).map(({ place, tied, entryId, amount: prize }, index) => {
            const boat = nameOf(entryId)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a boat's fish can have several places
              <tr key={index}>
                <td>{placeText(place, tied)}</td>
                <th scope="row">{boat && <TextLink href={paths.boat(boat.id)}>{boat.name}</TextLink>}</th>
                <td>
                  <Money amount={prize} cents />
                </td>
              </tr>
            )
          })}
          {places.length > placesShown && (
            <tr>
              <td colSpan={3}>{`And ${countText(places.length - placesShown, 'more boat')}`}</td>
            </tr>
          )}
          {centsOf(notWon) > 0 && (
            <tr>
              <th scope="row" colSpan={2}>
                Not won
              </th>
              <td>
                <Money amount={notWon} cents />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    )
  })
}
