import { resultOf } from '#client/domain/result.ts'
import { byPosition } from '#client/domain/standings.ts'
import { paths } from '#client/paths.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, RowText } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { base: '3', md: '5' },
  minHeight: '20',
  padding: { base: '3', md: '4' },
})
const name = css({ textStyle: 'heading', fontSize: { base: 'xl', md: '3xl' }, overflowWrap: 'anywhere' })
// Beside the name at 360 px, whatever its length.
const result = css({ marginInlineStart: 'auto', textAlign: 'end', maxWidth: { base: '32', md: 'none' } })
const figure = css({
  display: 'block',
  textStyle: 'figure',
  fontSize: { base: '2xl', md: '3xl' },
  fontWeight: 'bold',
})

/** Ties can take more than three. */
const most = 6

/** Places 1 to 3 of a tournament that is over; nothing without any. */
export function Podium({ tournament: { status, entries, provisional } }: { tournament: Tournament }) {
  const first = byPosition(entries)
    .filter(({ currentPosition }) => currentPosition !== null && currentPosition <= 3)
    .slice(0, most)
  if (status !== 'completed' || first.length === 0) return null
  return (
    <Section id="podium" title={provisional ? 'Provisional Podium' : 'Podium'}>
      <List>
        {first.map(entry => (
          <Place key={entry.id} entry={entry} />
        ))}
      </List>
    </Section>
  )
}

function Place({ entry }: { entry: Entry }) {
  const { boat } = entry
  const entryResult = resultOf(entry)
  return (
    <li className={row}>
      <EntryPlace entry={entry} size="lg" />
      <RowText basis="5.5rem">
        <h3 className={name}>
          <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
        </h3>
        <Muted small breakable>
          Captain {boat.captainName}
        </Muted>
      </RowText>
      {entryResult && (
        <div className={result}>
          <span className={figure}>{entryResult.figure}</span>
          {entryResult.detail !== null && (
            <Muted as="span" small>
              {entryResult.detail}
            </Muted>
          )}
        </div>
      )}
    </li>
  )
}
