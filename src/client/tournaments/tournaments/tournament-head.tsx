import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import HandCoins from 'lucide-react/icons/hand-coins'
import MapPin from 'lucide-react/icons/map-pin'
import MonitorUp from 'lucide-react/icons/monitor-up'
import QrCode from 'lucide-react/icons/qr-code'
import Settings2 from 'lucide-react/icons/settings-2'
import Trophy from 'lucide-react/icons/trophy'
import { type ReactNode, useState } from 'react'
import { timeText } from '#client/domain/schedule.ts'
import { isOpen } from '#client/domain/status.ts'
import { useNow } from '#client/lib/now.tsx'
import { ZoneName } from '#client/lib/zone.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { calendarPath } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { ShareButton } from '#client/ui/controls/share-button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { IconText, Text } from '#client/ui/layout/text.tsx'
import { PrizePool } from '#client/ui/marks/money.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import { MoreActions } from '#client/ui/overlays/more-actions.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hull',
  backgroundImage:
    'linear-gradient(115deg, transparent 70%, token(colors.seaSoft) 70% 71%, transparent 71% 73%, token(colors.seaSoft) 73% 80%, transparent 80%)',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingBlock: { base: '2.5', md: '10' },
})
const parts = css({ column: { base: '1.5', md: '4' } })
const top = css({ row: '3', flexWrap: 'wrap', minHeight: '6' })
const time = css({ textStyle: 'eyebrow', fontVariantNumeric: 'tabular-nums' })
const runBy = css({ flex: '1 1 6rem', minWidth: '0', truncate: true, color: 'onHullMuted' })
const lead = css({
  color: 'onHullMuted',
  fontSize: { md: 'lg' },
  maxWidth: 'prose',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
/** Characters of a description that phones show in about two lines. */
const shortLead = 100
const longLead = css({
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  mdDown: { cursor: 'pointer', 'details:not([open]) > &': { lineClamp: '2' } },
})
const facts = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { base: '4', lg: '6' },
  rowGap: { base: '0.5', md: '2' },
})
// The zone appears after hydration, at the end of a line of its own: no layout shift.
const dates = css({ order: '1', flexBasis: { base: 'full', lg: 'auto' } })
const onWide = css({ srOnly: { base: true, md: false } })
const muted = css({ color: 'onHullMuted', fontWeight: 'normal' })
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: { base: '1.5', sm: '3' },
  paddingTop: { base: '0.5', md: '2' },
  '& > :is(a, button):not([popovertarget])': { paddingInline: { base: '2.5', sm: '5' } },
  // Four actions fit in one row at 320 px, five in two. The last three, Share, More and its sheet, have no words.
  '@media (max-width: 23.2rem)': {
    '& > :nth-child(-n + 2 of a, button):not(:nth-last-child(-n + 3)) > svg': { display: 'none' },
  },
  '@media print': { display: 'none' },
})

interface TournamentHeadProps {
  tournament: Tournament
  /** Actions beside the first one: Enter a Boat, and Follow. */
  children: ReactNode
}

export function TournamentHead({ tournament, children }: TournamentHeadProps) {
  const { name, description, location, prizePool, status, cancelReason, organiserName } = tournament
  const now = useNow()
  const remaining = timeText(tournament, now)
  return (
    <div className={band}>
      <Container>
        <div className={parts}>
          <div className={top}>
            <DetailStatusBadge status={status} />
            {remaining !== null && <span className={time}>{remaining}</span>}
            {organiserName && <span className={runBy}>Run by {organiserName}</span>}
          </div>
          <Text as="h1" look="title" breakable>
            {name}
          </Text>
          {description && <Lead text={description} />}
          {cancelReason !== null && <p className={lead}>Cancelled: {cancelReason}</p>}
          <div className={facts}>
            <IconText weight="semibold" breakable icon="sea">
              <MapPin size={20} />
              <VisuallyHidden>Location: </VisuallyHidden>
              {location || 'Location TBD'}
            </IconText>
            <IconText weight="semibold" breakable icon="sea" className={dates}>
              <CalendarDays size={20} />
              <VisuallyHidden>Dates: </VisuallyHidden>
              <span>
                <DateRange start={tournament.startDate} end={tournament.endDate} />{' '}
                <span className={muted}>
                  <ZoneName />
                </span>
              </span>
            </IconText>
            <IconText weight="semibold" breakable icon="sea">
              <Trophy size={20} />
              <span>
                <span className={cx(muted, onWide)}>Prize pool</span> <PrizePool amount={prizePool} />
              </span>
            </IconText>
          </div>
          <Actions tournament={tournament}>{children}</Actions>
        </div>
      </Container>
    </div>
  )
}

/** Text; phones show two lines of a long one, which a tap opens. */
const Lead = ({ text }: { text: string }) =>
  text.length <= shortLead ? (
    <p className={lead}>{text}</p>
  ) : (
    <details>
      <summary className={cx(lead, longLead)}>{text}</summary>
    </details>
  )

/** Staff manage, members back a boat. */
function FirstAction({ tournament }: Pick<TournamentHeadProps, 'tournament'>) {
  const { user } = useSession()
  // The value is fixed at mount: entering the first boat mustn't move the button that gets the focus back.
  const [canBack] = useState(user !== null && tournament.entries.some(({ fundingOpen }) => fundingOpen))
  const forMembers = canBack && (
    <LinkButton href="#boats" variant="action">
      <HandCoins size={20} />
      Back a Boat
    </LinkButton>
  )
  return (
    <Data query={ownRoleQuery(tournament.id)} fallback={forMembers} failed={forMembers}>
      {({ role }) =>
        role === null ? (
          forMembers
        ) : (
          <LinkButton href={paths.manageTournament(tournament.id)} variant="action">
            <Settings2 size={20} />
            Manage
          </LinkButton>
        )
      }
    </Data>
  )
}

/** One action, Enter a Boat, Follow and Share; the rest is in a sheet. */
function Actions({ tournament, children }: TournamentHeadProps) {
  const { id, name, status } = tournament
  return (
    <div className={actions}>
      <FirstAction tournament={tournament} />
      {children}
      <ShareButton title={name} isCompact />
      {status !== 'cancelled' && (
        <MoreActions>
          <LinkButton href={paths.kiosk(id)} variant="secondary">
            <MonitorUp size={20} />
            Open on a big screen
          </LinkButton>
          {isOpen(status) && (
            <>
              <LinkButton href={paths.dockBoard(id)} variant="secondary">
                <QrCode size={20} />
                QR Code
              </LinkButton>
              <LinkButton href={calendarPath(id)} variant="secondary" download>
                <CalendarPlus size={20} />
                Add to Calendar
              </LinkButton>
            </>
          )}
        </MoreActions>
      )}
    </div>
  )
}
