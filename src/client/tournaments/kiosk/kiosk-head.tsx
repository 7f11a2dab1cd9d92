import type { ReactNode } from 'react'
import { formatTime } from '#client/domain/dates.ts'
import { fundingClockText } from '#client/domain/schedule.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { useNow } from '#client/lib/now.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { isWideLogo } from '#client/ui/marks/logo-content.tsx'
import { LogoMark } from '#client/ui/marks/logo-mark.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import { siteNameOr } from '#contract/site-name.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css, cva } from '#styled/css/index.js'
import { timeLeft } from './times.ts'
import { useTicker } from './use-ticker.ts'

const bar = css({
  display: 'flex',
  flexWrap: { base: 'wrap', _wall: 'nowrap' },
  alignItems: 'center',
  columnGap: '5',
  rowGap: '3',
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingBlock: { base: '3', _wall: '0' },
  paddingInline: '4',
  height: { _wall: '20' },
  '@media (orientation: portrait)': { _wall: { flexWrap: 'wrap', height: 'auto', paddingBlock: '2' } },
})
const brand = cva({
  base: { alignItems: 'center', gap: '3', flexShrink: '0' },
  variants: {
    isOwn: { true: { display: 'flex' }, false: { display: { base: 'none', _wall: 'flex' } } },
  },
})
const mark = css({ boxSize: '12', flexShrink: '0' })
const picture = css({
  display: 'block',
  height: '12',
  width: 'auto',
  maxWidth: '40',
  objectFit: 'contain',
  flexShrink: '0',
})
const siteTitle = css({
  lineClamp: '2',
  maxWidth: '32',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'xl',
  lineHeight: 'clipped',
  overflowWrap: 'anywhere',
})
const words = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  flex: { base: '1 1 100%', _wall: '1 1 0' },
  '@media (orientation: portrait)': { _wall: { flexBasis: '75%' } },
})
const title = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: '4xl',
  lineHeight: 'clipped',
  textTransform: 'uppercase',
  overflowWrap: 'anywhere',
  _wall: { truncate: true },
})
const line = css({
  display: 'flex',
  flexWrap: { base: 'wrap', _wall: 'nowrap' },
  alignItems: 'center',
  columnGap: '3',
  minHeight: '7',
})
const time = css({ textStyle: 'figure', fontSize: '2xl', whiteSpace: { _wall: 'nowrap' } })
const results = css({
  textStyle: 'figure',
  fontSize: 'xl',
  lineHeight: 'none',
  minWidth: '0',
  lineClamp: '2',
})
const fact = css({
  column: '1',
  flexShrink: '0',
  // Six digits fit at 200 % text size.
  '& > :last-child': { fontSize: { base: 'min({fontSizes.4xl}, 12vw)', _wall: '4xl' } },
  '@media (orientation: portrait)': { _wall: { flexDirection: 'row', alignItems: 'baseline', gap: '3' } },
})
const factName = css({ textStyle: 'eyebrow', fontSize: 'lg', color: 'onHullMuted' })
const clock = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '4xl', _wall: '5xl' },
  lineHeight: 'none',
  // Reserves the line until the browser shows its time.
  minHeight: '1em',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  textAlign: 'end',
  minWidth: '28',
  marginInlineStart: 'auto',
  flexShrink: '0',
  '@media (orientation: portrait)': { _wall: { fontSize: '4xl' } },
})

/** Phones have no room for the product's own mark. */
function Brand() {
  const { logo, siteName } = useBoot()
  const isAlone = logo !== undefined && isWideLogo(logo)
  return (
    <div className={brand({ isOwn: logo !== undefined || siteName !== undefined })}>
      {logo ? (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={isAlone ? siteNameOr(siteName) : ''}
          className={picture}
        />
      ) : (
        <LogoMark className={mark} />
      )}
      {siteName !== undefined && !isAlone && <span className={siteTitle}>{siteName}</span>}
    </div>
  )
}

interface KioskHeadProps {
  tournament: Tournament | undefined
  /** State of the results. */
  state?: ReactNode
}

export function KioskHead({ tournament, state = null }: KioskHeadProps) {
  return (
    <header className={bar}>
      <Brand />
      <div className={words}>
        <h1 className={title}>{tournament?.name ?? 'Leaderboard'}</h1>
        {tournament && (
          <div className={line}>
            <DetailStatusBadge status={tournament.status} />
            <TimeLeft tournament={tournament} />
            {state !== null && <span className={results}>{state}</span>}
            {tournament.fundingClosesAt !== null && <FundingLeft closesAt={tournament.fundingClosesAt} />}
          </div>
        )}
      </div>
      {tournament && tournament.prizePool !== null && (
        <div className={fact}>
          <span className={factName}>Prize Pool</span>
          <Text as="span" look="stat">
            <Money amount={tournament.prizePool} />
          </Text>
        </div>
      )}
      <Clock />
    </header>
  )
}

function TimeLeft({ tournament }: { tournament: Tournament }) {
  const renderedAt = useNow()
  const text = timeLeft(tournament, useTicker() ?? renderedAt)
  return text !== null && <span className={time}>{text}</span>
}

function FundingLeft({ closesAt }: { closesAt: string }) {
  const renderedAt = useNow()
  return <span className={time}>{fundingClockText(closesAt, useTicker() ?? renderedAt)}</span>
}

function Clock() {
  const now = useTicker()
  if (now === null) return <span className={clock} aria-hidden />
  const iso = new Date(now).toISOString()
  return (
    <time className={clock} dateTime={iso}>
      {formatTime(iso, 'local')}
    </time>
  )
}
