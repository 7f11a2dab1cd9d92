import { placeText } from '#client/domain/result.ts'
import { awardsQuery, rulesQuery } from '#client/tournaments/api/rules.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { Awards } from '#contract/tournaments/scores.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  // Seven digits fit at 200 % text size.
  fontSize: 'min(1rem, 7vw)',
  '& caption': { textAlign: 'start', fontWeight: 'semibold', paddingBlock: '2', overflowWrap: 'anywhere' },
  // The badge is longer than a line of a small phone.
  '& caption > :nth-child(2)': { whiteSpace: 'normal' },
  '& td': { paddingBlock: '2', borderBlockStartWidth: '1px', borderColor: 'line', overflowWrap: 'anywhere' },
  '& td:first-child': { width: { base: '1%', sm: '16' }, paddingInlineEnd: '3', whiteSpace: 'nowrap' },
  '& td:last-child': { textAlign: 'end', paddingInlineStart: '3', whiteSpace: 'nowrap' },
  // The amount is below its boat.
  _largeText: {
    '& tr': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)' },
    '& td:first-child': { width: 'auto' },
    '& td:last-child': {
      gridColumn: '1 / -1',
      borderWidth: '0',
      paddingBlockStart: '0',
      paddingInlineStart: '0',
      textAlign: 'start',
    },
  },
  '&[data-held]': { color: 'inkMuted' },
})

type Award = Awards['awards'][number]

/** Awards that a round settles, and all. */
export const settledOf = ({ awards }: Awards) => ({
  count: awards.filter(({ held }) => !held).length,
  all: awards.length,
})

interface AwardResultsProps {
  tournament: Pick<Tournament, 'id' | 'entries'>
}

/** Awards by the rules; held ones wait. */
export const AwardResults = ({ tournament: { id, entries } }: AwardResultsProps) => (
  <Data query={rulesQuery(id)} shape="block" what="The rules">
    {({ rules }) => (
      <Data query={awardsQuery(id)} shape="block" what="The awards">
        {({ awards }) =>
          awards.length === 0 ? (
            <Muted>The rules name no awards. Enter what boats won as adjustments.</Muted>
          ) : (
            <FirstItems items={awards} step={12} what="awards">
              {items => (
                <Stack>
                  {items.map(award => (
                    <AwardTable
                      key={`${award.key} ${award.day}`}
                      award={award}
                      name={rules?.awards.find(({ key }) => key === award.key)?.name ?? award.key}
                      entries={entries}
                    />
                  ))}
                </Stack>
              )}
            </FirstItems>
          )
        }
      </Data>
    )}
  </Data>
)

interface AwardTableProps extends Pick<Tournament, 'entries'> {
  award: Award
  name: string
}

function AwardTable({ award: { day, amount, held, notWon, places }, name, entries }: AwardTableProps) {
  const boatOf = (entryId: string) => entries.find(({ id }) => id === entryId)?.boat.name
  return (
    <FirstItems items={places} step={10} what={`places of ${name}`}>
      {items => (
        <table className={table} data-held={held || undefined}>
          <caption>
            {day === null ? name : `${name} · ${day}`}, <Money amount={amount} cents />{' '}
            {held && <Badge tone="cancelled">Held: a protest or hold could change it</Badge>}
          </caption>
          <tbody>
            {items.map(({ place, tied, entryId, amount: prize }) => (
              <tr key={entryId}>
                <td>{placeText(place, tied)}</td>
                <td>{boatOf(entryId)}</td>
                <td>
                  <Money amount={prize} cents />
                </td>
              </tr>
            ))}
            {items.length === places.length && notWon !== '0.00' && (
              <tr>
                <td />
                <td>Not won</td>
                <td>
                  <Money amount={notWon} cents />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </FirstItems>
  )
}
