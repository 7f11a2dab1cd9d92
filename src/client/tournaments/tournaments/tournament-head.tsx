import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import HandCoins from 'lucide-react/icons/hand-coins'
import MapPin from 'lucide-react/icons/map-pin'
import Settings2 from 'lucide-react/icons/settings-2'
import Trophy from 'lucide-react/icons/trophy'
import { type ReactNode, useState } from 'react'
import { timeText } from '#client/domain/schedule.ts'
import { isOpen } from '#client/domain/status.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZoneName } from '#client/lib/zone.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { calendarPath } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Text } from '#client/ui/layout/text.tsx'
import { PrizePool } from '#client/ui/marks/money.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import { MoreActions } from '#client/ui/overlays/more-actions.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { OwnRole } from '#contract/tournaments/staff.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
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
  gap: { base: '1.5', sm: '3' },
  paddingTop: '2',
  // In one row at 320 px.
  '& > :is(a, button):not([popovertarget])': { paddingInline: { base: '2.5', sm: '5' } },
  '@media print': { display: 'none' },
})
const onScreen = css({ '@media print': { display: 'none' } })
export interface TournamentHeadProps {
  tournament: Tournament
  /** Enters a boat. */
  enter: ReactNode
  /** Follows the tournament. */
  follow: ReactNode
  /** Links to the tournament's screens. */
  screens: ReactNode
}

type ActionProps = Omit<TournamentHeadProps, 'follow'>

export function TournamentHead({ tournament, follow, ...actions }: TournamentHeadProps) {
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
                <span className={muted}>{useZoneName()}</span>
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

function Actions(props: ActionProps) {
  const forMembers = <ActionRow {...props} isStaff={false} />
  return (
    <Data<OwnRole> query={ownRoleQuery(props.tournament.id)} fallback={forMembers} failed={forMembers}>
      {({ role }) => <ActionRow {...props} isStaff={role !== null} />}
    </Data>
  )
}

/** Phones show one action and Share; the rest is in a sheet. */
function ActionRow({ tournament, enter, screens, isStaff }: ActionProps & { isStaff: boolean }) {
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
          {isOpen(tournament.status) && (
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
