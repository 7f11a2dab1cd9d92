import { resultOf } from '#client/domain/result.ts'
import { backedBoatsQuery, crewedBoatsQuery } from '#client/money/api/my-boats.ts'
import { paths } from '#client/paths.ts'
import { NameLink, SectionLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { mayChangeText, shareIfEndedText } from '#contract/money/if-ended-texts.ts'
import type { MyBoat } from '#contract/money/my-boats.ts'
import { centsOf, formatMoney } from '#contract/money.ts'
import { ordinal } from '#contract/numbers.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import { css } from '#styled/css/index.js'

/** Boats that a member backs now, or recent winnings; nothing without any. */
export const BoatsYouBack = () => (
  <Data query={backedBoatsQuery()} optional>
    {boats =>
      boats.length > 0 && (
        <Section
          id="boats-you-back"
          title="Boats You Back"
          action={<SectionLink href={paths.myFunding()}>My Funding</SectionLink>}
        >
          <Boats boats={boats} />
        </Section>
      )
    }
  </Data>
)

/** Boats of a captain or crew member that fish now or next; nothing without any. */
export const MyBoats = () => (
  <Data query={crewedBoatsQuery()} optional>
    {boats =>
      boats.length > 0 && (
        <Section
          id="my-boats"
          title="My Boats"
          action={
            <SectionLink href={paths.boats()}>
              See all<VisuallyHidden> my boats</VisuallyHidden>
            </SectionLink>
          }
        >
          <Boats boats={boats} />
        </Section>
      )
    }
  </Data>
)

const isOver = ({ tournament }: MyBoat) => tournament.status === 'completed'

function Boats({ boats }: { boats: readonly MyBoat[] }) {
  const notes = notesOf(boats)
  return (
    <Stack gap="2">
      <List>
        {boats.map(boat => (
          <BoatItem key={boat.id} item={boat} />
        ))}
      </List>
      {notes.length > 0 && <Muted small>{notes.join(' ')}</Muted>}
    </Stack>
  )
}

/** One of the running and one of the past tournaments: of several, the one with the most held awards says all. */
function notesOf(boats: readonly MyBoat[]): string[] {
  const notes = boats
    .flatMap(boat => (boat.ifEnded ? [{ ...boat.ifEnded, isOver: isOver(boat) }] : []))
    .toSorted((a, b) => a.heldAwards - b.heldAwards)
    .map(share => [share.isOver, mayChangeText(share, share.isOver)] as const)
  return [...new Map(notes).values()]
}

const frame = css({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { base: '2.5', md: '4' },
  minHeight: '16',
  paddingBlock: '2',
  paddingInline: { base: '3', md: '4' },
})
const words = css({ flex: '1 1 7rem', minWidth: '0' })
const name = css({ position: 'relative', zIndex: '1', width: 'fit-content' })
// The row leads to the tournament.
const tournamentLink = css({
  // A touch target of 24 px below that of the name.
  display: 'inline-block',
  paddingTop: '1',
  paddingBottom: '2.5',
  marginBottom: '-2.5',
  color: 'sea',
  textDecoration: 'none',
  _before: { content: '""', position: 'absolute', inset: '0' },
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': { outline: '3px solid token(colors.focus)', outlineOffset: '-3px' },
})
const figure = css({ textStyle: 'figure', fontWeight: 'bold', marginInlineStart: 'auto' })
const full = css({ flexBasis: 'full' })
// The gap stays whole, the update gives way.
const latest = css({ flexBasis: 'full', textStyle: 'small', truncate: true })

function BoatItem({ item }: { item: MyBoat }) {
  const { boat, tournament, currentPosition, gap, update, won, ifEnded } = item
  return (
    <li className={frame}>
      <EntryPlace entry={item} />
      <div className={words}>
        <Text as="h3" look="figure" weight="bold" breakable className={name}>
          <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
        </Text>
        <Text look="small" breakable>
          <a href={paths.tournament(tournament.id)} className={tournamentLink}>
            {tournament.name}
          </a>
        </Text>
      </div>
      {tournament.status === 'active' ? (
        <span className={figure}>{resultOf(item)?.figure ?? 'No catch yet'}</span>
      ) : (
        <StatusBadge status={tournament.status} />
      )}
      {won !== undefined && (
        <Text weight="bold" tabular className={latest}>
          {centsOf(won) === 0 ? 'You won nothing this time' : `You won ${formatMoney(won)}`}
        </Text>
      )}
      {ifEnded && (
        <Text look="small" weight="bold" tabular breakable className={full}>
          {shareIfEndedText(ifEnded, isOver(item))}
        </Text>
      )}
      {won === undefined && !ifEnded && (gap || update) && (
        <p className={latest}>
          {gap && (
            <Text as="span" weight="semibold" tabular>
              {gapText(gap, currentPosition)}
              {update && ' · '}
            </Text>
          )}
          {update && (
            <>
              <Muted as="span">
                <RelativeTime iso={update.createdAt} />:
              </Muted>{' '}
              {update.content}
            </>
          )}
        </p>
      )}
    </li>
  )
}

function gapText({ place, weight, unit = 'lbs' }: NonNullable<MyBoat['gap']>, own: number | null): string {
  if (own === place) return `Tied for ${ordinal(place)}`
  return `${amountText(weight, unit)} ${own !== null && own < place ? 'ahead of' : 'behind'} ${ordinal(place)}`
}
