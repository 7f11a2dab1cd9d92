import type { BoardChoice } from '#client/domain/boards.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { formatNumber } from '#contract/numbers.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { BoardLine, LineFish } from '#contract/tournaments/scores.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { fishScore, fishText, markNames, whyText } from './board-texts.ts'

/** Style of an {@link openList} of rows. */
export const boardRows = css({
  containerType: 'inline-size',
  '& [data-row]': {
    display: 'grid',
    gridTemplateColumns: 'minmax({sizes.10}, auto) minmax(0, 1fr) auto 1.25rem',
    alignItems: 'center',
    columnGap: { base: '2.5', md: '4' },
    minHeight: '16',
    paddingBlock: '2',
    paddingInline: { base: '2.5', md: '4' },
  },
  '& [data-row] p, & small': { textStyle: 'small', color: 'inkMuted' },
  '& [data-row] > :nth-child(3)': {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    maxWidth: { base: '32', sm: '48' },
  },
  // Stacks place, name and figure at 200 % text size.
  '@container (max-width: 14rem)': {
    '& [data-row]': { gridTemplateColumns: 'minmax(0, 1fr) 1.25rem' },
    '& [data-row] > :nth-child(2)': { gridRow: '2', gridColumn: '1 / -1' },
    '& [data-row] > :nth-child(3)': {
      gridRow: '3',
      gridColumn: '1 / -1',
      textAlign: 'start',
      maxWidth: 'full',
    },
  },
  '& [data-row] b': {
    display: 'block',
    textStyle: 'figure',
    fontSize: { base: 'xl', sm: '2xl' },
    fontWeight: 'bold',
  },
  '& details > ul': {
    marginInline: { base: '2.5', md: '4' },
    paddingBlock: '1',
    borderBlockStartWidth: '1px',
    borderColor: 'line',
  },
  '& ul li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    paddingBlock: '2',
    fontVariantNumeric: 'tabular-nums',
  },
  '& ul li:not(:last-child)': { borderBlockEndWidth: '1px', borderColor: 'line' },
  '& ul b': { fontWeight: 'semibold', textAlign: 'end' },
  '& ul small': { gridColumn: '1 / -1' },
  '& details > :last-child:not(ul)': { paddingInline: { base: '2.5', md: '4' }, paddingBlockEnd: '1' },
})

interface BoardRowProps {
  line: BoardLine
  entry: Entry
  rules: RulesJson
  choice: BoardChoice
  status: TournamentStatus
}

/** A contestant; it opens to its fish. */
export function BoardRow(props: BoardRowProps) {
  const { line, entry, rules, choice } = props
  const { penalty = 0 } = line
  if (line.listed === 0 && penalty === 0)
    return (
      <li data-flip={line.contestant}>
        <div data-row>
          <Head {...props} />
        </div>
      </li>
    )
  const more = line.listed - line.fish.length
  return (
    <li data-flip={line.contestant}>
      <details>
        <summary data-row>
          <Head {...props} />
        </summary>
        <ul>
          {line.fish.map(fish => (
            <FishItem key={fish.catchId} fish={fish} rules={rules} choice={choice} />
          ))}
          {penalty !== 0 && (
            <li>
              <span>Penalties</span>
              <b>{amountText(-penalty, choice.unit)}</b>
            </li>
          )}
        </ul>
        <p>
          {more > 0 && <small>And {formatNumber(more)} more fish. </small>}
          <TextLink href={paths.boat(entry.boat.id)} standalone>
            About {entry.boat.name}
          </TextLink>
        </p>
      </details>
    </li>
  )
}

/** A name with a line below it: a boat with its angler or fish. */
function namesOf({
  line,
  entry: { boat, disqualified },
  choice,
}: BoardRowProps): [name: string, below: string] {
  if (disqualified) return [boat.name, `Disqualified: ${disqualified.reason}`]
  switch (choice.category.rank) {
    case 'boats':
      return [boat.name, `Captain ${boat.captainName}`]
    case 'anglers':
      return [line.angler?.name ?? 'Angler not named', boat.name]
    case 'fish': {
      const [fish] = line.fish
      return [boat.name, [fish && fishText(fish), line.angler?.name].filter(Boolean).join(' · ')]
    }
  }
}

function Head(props: BoardRowProps) {
  const { line, choice, status } = props
  const [name, below] = namesOf(props)
  return (
    <>
      {line.place === null ? <span /> : <PositionBadge position={line.place} isTied={line.tied} />}
      <div>
        <h3>{name}</h3>
        <p>{below}</p>
      </div>
      <div>
        {(line.place !== null || line.total !== 0) && <b>{amountText(line.total, choice.unit)}</b>}
        <Count line={line} choice={choice} isOver={status === 'completed'} />
      </div>
    </>
  )
}

function Count({ line, choice, isOver }: Pick<BoardRowProps, 'line' | 'choice'> & { isOver: boolean }) {
  if (line.place === null)
    return <p>{line.listed > 0 ? 'No fish counts' : isOver ? 'No fish' : 'No fish yet'}</p>
  if (choice.category.rank === 'fish' || choice.unit === 'fish') return null
  return <p>{amountText(line.taken, 'fish')}</p>
}

function FishItem({ fish, rules, choice }: { fish: LineFish } & Pick<BoardRowProps, 'rules' | 'choice'>) {
  const why = whyText(rules, choice.category, fish)
  const score = fishScore(fish, choice.unit)
  return (
    <li>
      <span>{[fishText(fish), ...markNames(rules, fish)].join(', ')}</span>
      <b>{score}</b>
      <small>{why === null ? 'Counts' : `Not counted: ${why}`}</small>
    </li>
  )
}
