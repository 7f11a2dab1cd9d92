import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import HandCoins from 'lucide-react/icons/hand-coins'
import MapPin from 'lucide-react/icons/map-pin'
import Settings2 from 'lucide-react/icons/settings-2'
import Ship from 'lucide-react/icons/ship'
import Trophy from 'lucide-react/icons/trophy'
import { type ReactNode, useRef, useState } from 'react'
import { spanOf, timeText } from '#client/domain/schedule.ts'
import { findFirstOfTies, raisedBy } from '#client/domain/standings.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZoneName } from '#client/lib/zone.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { calendarPath } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, Stat } from '#client/ui/layout/card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Container, Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { Grid, Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { inOrder, useCalmOrder } from '#client/ui/layout/use-calm-order.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { Money } from '#client/ui/marks/money.tsx'
import { DateRange, DateTime } from '#client/ui/marks/relative-time.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import { MoreActions } from '#client/ui/overlays/more-actions.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { OwnRole } from '#contract/tournaments/staff.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { EntryRow } from './entry-row.tsx'
import { ShareButton } from './share-button.tsx'
import { useAnnounceMoves } from './use-announce-moves.ts'

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hull',
  backgroundImage:
    'linear-gradient(115deg, transparent 70%, token(colors.seaSoft) 70% 71%, transparent 71% 73%, token(colors.seaSoft) 73% 80%, transparent 80%)',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingBlock: { base: '6', md: '10' },
})
const top = css({ row: '3', flexWrap: 'wrap', minHeight: '6' })
const time = css({ textStyle: 'eyebrow', fontVariantNumeric: 'tabular-nums' })
const lead = css({
  color: 'onHullMuted',
  fontSize: 'lg',
  maxWidth: 'prose',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
// The zone appears after hydration, on its own line: no layout shift.
const facts = css({
  display: 'flex',
  flexDirection: { base: 'column', lg: 'row' },
  alignItems: { base: 'flex-start', lg: 'center' },
  flexWrap: { lg: 'wrap' },
  columnGap: '6',
  rowGap: '2',
  paddingTop: '1',
})
const muted = css({ color: 'onHullMuted', fontWeight: 'normal' })
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: { base: '1.5', sm: '3' },
  paddingTop: '2',
  // In one row at 320 px.
  '& > :is(a, button):not([popovertarget])': { paddingInline: { base: '2.5', sm: '5' } },
  '@media print': { display: 'none' },
})
const onScreen = css({ '@media print': { display: 'none' } })
const bodySpace = css({ paddingBlock: { base: '8', md: '10' } })

export interface TournamentDetailProps {
  tournament: Tournament
  /** Enters a boat. */
  enter: ReactNode
  /** Follows the tournament. */
  follow: ReactNode
  /** Links to the tournament's screens. */
  screens: ReactNode
  own?: ReactNode
  /** Sections below the boats. */
  live: ReactNode
  videos?: ((entry: Entry) => ReactNode) | undefined
}

export function TournamentDetail({
  tournament,
  enter,
  follow,
  screens,
  own,
  live,
  videos,
}: TournamentDetailProps) {
  return (
    <>
      <DetailHead tournament={tournament} enter={enter} follow={follow} screens={screens} />
      <PageNav />
      <Container className={bodySpace}>
        <Grid columns="sidebar">
          <Stack gap="xl">
            {own}
            <ParticipatingBoats tournament={tournament} videos={videos} />
            {live}
          </Stack>
          <Sidebar tournament={tournament} />
        </Grid>
      </Container>
    </>
  )
}

type HeadProps = Pick<TournamentDetailProps, 'tournament' | 'enter' | 'screens'>

function DetailHead({ tournament, follow, ...actions }: HeadProps & Pick<TournamentDetailProps, 'follow'>) {
  const { name, description, location, prizePool, status, cancelReason, organiserName } = tournament
  const now = useNow()
  const remaining = timeText(tournament, now)
  return (
    <div className={band}>
      <Container>
        <Stack>
          <div className={top}>
            <DetailStatusBadge status={status} />
            {remaining !== null && <span className={time}>{remaining}</span>}
          </div>
          <Text as="h1" look="title" breakable>
            {name}
          </Text>
          {description && <p className={lead}>{description}</p>}
          {cancelReason !== null && <p className={lead}>Cancelled: {cancelReason}</p>}
          <div className={facts}>
            <IconText weight="semibold" breakable icon="sea">
              <MapPin size={20} aria-hidden />
              <VisuallyHidden>Location: </VisuallyHidden>
              {location || 'Location TBD'}
            </IconText>
            <IconText weight="semibold" breakable icon="sea">
              <CalendarDays size={20} aria-hidden />
              <VisuallyHidden>Dates: </VisuallyHidden>
              <span>
                <DateRange start={tournament.startDate} end={tournament.endDate} />{' '}
                <span className={muted}>
                  <Zone />
                </span>
              </span>
            </IconText>
            <IconText weight="semibold" breakable icon="sea">
              <Trophy size={20} aria-hidden />
              <span>
                <span className={muted}>Prize pool</span> <PrizePool amount={prizePool} />
              </span>
            </IconText>
          </div>
          {organiserName && <p className={muted}>Run by {organiserName}</p>}
          <Actions tournament={tournament} {...actions} />
          <Row gap="snug" className={onScreen}>
            {follow}
          </Row>
        </Stack>
      </Container>
    </div>
  )
}

function Actions(props: HeadProps) {
  const forMembers = <ActionRow {...props} isStaff={false} />
  return (
    <Data<OwnRole> query={ownRoleQuery(props.tournament.id)} fallback={forMembers} failed={forMembers}>
      {({ role }) => <ActionRow {...props} isStaff={role !== null} />}
    </Data>
  )
}

/** Phones show one action and Share; the rest is in a sheet. */
function ActionRow({ tournament, enter, screens, isStaff }: HeadProps & { isStaff: boolean }) {
  const { user } = useSession()
  // Stays where it is: entering the first boat mustn't move the button that gets the focus back.
  const [canBack] = useState(user !== null && tournament.entries.some(({ fundingOpen }) => fundingOpen))
  const isEnterFirst = !isStaff && !canBack
  return (
    <div className={actions}>
      {isStaff && (
        <LinkButton href={paths.manageTournament(tournament.id)} variant="action">
          <Settings2 size={20} aria-hidden />
          Manage
        </LinkButton>
      )}
      {!isStaff && canBack && (
        <LinkButton href="#boats" variant="action">
          <HandCoins size={20} aria-hidden />
          Back a Boat
        </LinkButton>
      )}
      {isEnterFirst && enter}
      <ShareButton title={tournament.name} />
      {tournament.status !== 'cancelled' && (
        <MoreActions>
          {!isEnterFirst && enter}
          {screens}
          {isOpen(tournament) && (
            <LinkButton href={calendarPath(tournament.id)} variant="secondary" download>
              <CalendarPlus size={20} aria-hidden />
              Add to Calendar
            </LinkButton>
          )}
        </MoreActions>
      )}
    </div>
  )
}

const nav = css({
  position: 'sticky',
  top: { base: '14', md: '16' },
  zIndex: 'sticky',
  backgroundColor: 'surface',
  borderBottomWidth: '1px',
  borderColor: 'line',
  _landscapePhone: { position: 'static' },
  '@media print': { display: 'none' },
})
const navRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: { base: 'space-between', sm: 'start' },
})
const navLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  paddingInline: { base: '1', sm: '3' },
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  color: 'sea',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
})
const parts = [
  ['boats', 'Leaderboard'],
  ['updates', 'Updates'],
  ['videos', 'Videos'],
  ['info', 'Info'],
] as const

const PageNav = () => (
  <nav aria-label="On this page" className={nav}>
    <Container>
      <div className={navRow}>
        {parts.map(([id, name]) => (
          <a key={id} href={`#${id}`} className={navLink}>
            {name}
          </a>
        ))}
      </div>
    </Container>
  </nav>
)

const Zone = () => useZoneName()

const PrizePool = ({ amount }: { amount: string | null }) =>
  amount === null ? 'TBD' : <Money amount={amount} />

const isOpen = ({ status }: Tournament) => status === 'upcoming' || status === 'active'

const rows = css({ position: 'relative', column: '2' })
/** Boats whose rows start open: few enough to compare them so. */
const openRowsMax = 3

function ParticipatingBoats({ tournament, videos }: Pick<TournamentDetailProps, 'tournament' | 'videos'>) {
  const { entries } = tournament
  const { isAuthenticated } = useSession()
  // A boat that enters must not close the rows.
  const [startsOpen] = useState(entries.length <= openRowsMax)
  useAnnounceMoves(entries)
  const boardRef = useRef<HTMLDivElement>(null)
  const order = useCalmOrder(
    entries.map(({ id }) => id),
    boardRef,
  )
  const rowsRef = useFlip<HTMLUListElement>()
  const firstOfTies = findFirstOfTies(entries)
  const { items, left, more, listRef } = useShown<Entry, HTMLDivElement>(inOrder(entries, order), 12)
  return (
    <Section id="boats" title="Participating Boats">
      <div ref={boardRef}>
        {entries.length === 0 ? (
          <EmptyState icon={<Ship size={26} aria-hidden />} title="No boats registered yet." />
        ) : (
          <div ref={listRef} tabIndex={-1}>
            <ul ref={rowsRef} className={rows}>
              {items.map(entry => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  fundable={isAuthenticated && entry.fundingOpen}
                  startsOpen={startsOpen}
                  isFirstOfTie={firstOfTies.has(entry.id)}
                  clock={isOpen(tournament) && entry.closesAt !== tournament.endDate}
                  videos={videos?.(entry)}
                />
              ))}
            </ul>
            <ShowMore left={left} what="boats" onMore={more} />
          </div>
        )}
      </div>
    </Section>
  )
}

const aside = css({ column: { base: '4', md: '5' }, scrollMarginTop: '16' })
const panel = css({ padding: { base: '4', md: '5' }, gap: '4' })
const panelTitle = css({ textStyle: 'subheading', fontWeight: 'bold', textTransform: 'uppercase' })
const stats = css({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))', lg: 'minmax(0, 1fr)' },
  gap: '4',
})
const detail = css({
  paddingBottom: '3',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:last-child': { borderBottomWidth: '0', paddingBottom: '0' },
})
const detailValue = css({ fontWeight: 'semibold', textAlign: 'end', overflowWrap: 'anywhere', minWidth: '0' })

function Sidebar({ tournament }: { tournament: Tournament }) {
  const now = useNow()
  const span = spanOf(tournament)
  const hasStarted = span !== null && now >= span.start
  const hasEnded = span !== null && now >= span.end
  return (
    <aside id="info" aria-label="About this tournament" className={aside}>
      <Card as="section" aria-labelledby="stats-title" className={panel}>
        <h2 id="stats-title" className={panelTitle}>
          Tournament Stats
        </h2>
        <dl className={stats}>
          <Stat label="Registered Boats">{tournament.entries.length}</Stat>
          <Stat label="Total Funding">
            <Money amount={raisedBy(tournament.entries)} />
          </Stat>
          <Stat label="Prize Pool">
            <PrizePool amount={tournament.prizePool} />
          </Stat>
        </dl>
      </Card>
      <Card as="section" aria-labelledby="details-title" className={panel}>
        <h2 id="details-title" className={panelTitle}>
          Tournament Details
        </h2>
        <Stack as="dl" gap="snug">
          <Detail name={hasStarted ? 'Started' : 'Starts'}>
            <DateTime iso={tournament.startDate} withTime />
          </Detail>
          <Detail name={hasEnded ? 'Ended' : 'Ends'}>
            <DateTime iso={tournament.endDate} withTime />
          </Detail>
          <Detail name="Location">{tournament.location || 'Location TBD'}</Detail>
        </Stack>
        <Muted small>
          Times are in <Zone />.
        </Muted>
      </Card>
    </aside>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <Row between align="stretch" gap="md" rowGap="none" className={detail}>
    <Muted as="dt">{name}</Muted>
    <dd className={detailValue}>{children}</dd>
  </Row>
)
