import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import MapPin from 'lucide-react/icons/map-pin'
import Ship from 'lucide-react/icons/ship'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { calendarPath } from '#client/api/tournaments.ts'
import { useSession } from '#client/api/use-session.ts'
import { spanOf, timeText } from '#client/domain/schedule.ts'
import { raisedBy } from '#client/domain/standings.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZoneName } from '#client/lib/zone.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Card, Stat } from '#client/ui/layout/card.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Container, Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { Grid, Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateRange, DateTime } from '#client/ui/marks/relative-time.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { EntryCard } from './entry-card.tsx'
import { ShareButton } from './share-button.tsx'

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
  gap: '3',
  paddingTop: '2',
  '@media print': { display: 'none' },
})
const bodySpace = css({ paddingBlock: { base: '8', md: '10' } })

export interface TournamentDetailProps {
  tournament: Tournament
  action?: ReactNode
  own?: ReactNode
  videos?: ((entry: Entry) => ReactNode) | undefined
}

export function TournamentDetail({ tournament, action, own, videos }: TournamentDetailProps) {
  return (
    <>
      <DetailHead tournament={tournament} action={action} />
      <Container className={bodySpace}>
        <Grid columns="sidebar">
          <Stack gap="xl">
            {own}
            <ParticipatingBoats tournament={tournament} videos={videos} />
          </Stack>
          <Sidebar tournament={tournament} />
        </Grid>
      </Container>
    </>
  )
}

function DetailHead({ tournament, action }: Pick<TournamentDetailProps, 'tournament' | 'action'>) {
  const { id, name, description, location, prizePool, status, organiserName } = tournament
  const now = useNow()
  const remaining = status === 'cancelled' ? null : timeText(tournament, now)
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
          <div className={actions}>
            {action}
            {isOpen(tournament) && (
              <LinkButton href={calendarPath(id)} variant="secondary" download>
                <CalendarPlus size={20} aria-hidden />
                Add to Calendar
              </LinkButton>
            )}
            <ShareButton title={name} />
          </div>
        </Stack>
      </Container>
    </div>
  )
}

const Zone = () => useZoneName()

const PrizePool = ({ amount }: { amount: string | null }) =>
  amount === null ? 'TBD' : <Money amount={amount} />

const isOpen = ({ status }: Tournament) => status === 'upcoming' || status === 'active'

const grid = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
  gap: { base: '4', md: '5' },
})

function ParticipatingBoats({ tournament, videos }: Pick<TournamentDetailProps, 'tournament' | 'videos'>) {
  const { isAuthenticated } = useSession()
  const { items, left, more, listRef } = useShown<Entry, HTMLDivElement>(tournament.entries, 12)
  return (
    <Section id="boats" title="Participating Boats">
      {tournament.entries.length === 0 ? (
        <EmptyState icon={<Ship size={26} aria-hidden />} title="No boats registered yet." />
      ) : (
        <div ref={listRef} tabIndex={-1}>
          <ul className={grid}>
            {items.map(entry => (
              <EntryCard
                key={entry.id}
                entry={entry}
                fundable={isAuthenticated && entry.fundingOpen}
                clock={isOpen(tournament) && entry.closesAt !== tournament.endDate}
                videos={videos?.(entry)}
              />
            ))}
          </ul>
          <ShowMore left={left} what="boats" onMore={more} />
        </div>
      )}
    </Section>
  )
}

const aside = css({ column: { base: '4', md: '5' } })
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
    <aside aria-label="About this tournament" className={aside}>
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
