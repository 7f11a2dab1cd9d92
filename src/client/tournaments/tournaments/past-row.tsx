import { isTied, resultOf } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { TournamentCard as CardFacts } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CardIcon } from './card-icons.tsx'

/** Style of a list of {@link PastRow}s. */
export const pastRows = css({
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  overflow: 'hidden',
  '& > :not(:last-child)': { borderBottomWidth: '1px', borderColor: 'line' },
  // Styles the rows here, so that they don't repeat the classes.
  '& a': {
    display: 'flex',
    // Wraps at 200 % text size.
    flexWrap: 'wrap',
    alignItems: 'center',
    alignContent: 'center',
    columnGap: '3',
    minHeight: '14',
    paddingBlock: '1.5',
    paddingInline: { base: '3', md: '4' },
    color: 'inherit',
    textDecoration: 'none',
    fontVariantNumeric: 'tabular-nums',
    '&:focus-visible': { outlineOffset: '-3px', borderRadius: 'lg' },
    _hoverable: { backgroundColor: 'seaSoft' },
  },
  '& h3': { textStyle: 'figure', fontWeight: 'bold' },
  '& p': { textStyle: 'small', color: 'inkMuted' },
  '& h3, & p:nth-child(odd)': { flex: '1 1 9rem', minWidth: '0', overflowWrap: 'anywhere' },
  '& p:nth-child(odd)': { display: 'flex', alignItems: 'center', gap: '1.5' },
  '& p:nth-child(even)': { textAlign: 'end', minWidth: { md: '9rem' } },
  '& svg': { flexShrink: '0' },
})

/** Name, date and winner; needs {@link CardIcons} on the page. */
export function PastRow({ tournament }: { tournament: CardFacts }) {
  const { id, name, startDate, endDate, status } = tournament
  const titleId = `tournament-${id}`
  return (
    <article aria-labelledby={titleId}>
      <a href={paths.tournament(id)}>
        <h3 id={titleId}>{name}</h3>
        <p>
          <DateRange start={startDate} end={endDate} />
        </p>
        {status === 'cancelled' ? <p>Cancelled</p> : <Winner tournament={tournament} />}
      </a>
    </article>
  )
}

function Winner({ tournament: { leader, provisional } }: { tournament: CardFacts }) {
  if (leader === null) return <p>No catch</p>
  return (
    <>
      {provisional ? (
        <p>{`Provisional: ${leader.name} ${isTied(leader) ? 'is tied for the lead' : 'leads'}`}</p>
      ) : (
        <p>
          <CardIcon name="trophy" />
          <VisuallyHidden>Won by </VisuallyHidden>
          {isTied(leader) ? `${leader.name} (tied)` : leader.name}
        </p>
      )}
      <p>{[resultOf(leader)?.figure, leader.score?.day].filter(Boolean).join(', ')}</p>
    </>
  )
}
