import { correctionText, firstOfTieText, positionDecidedText } from '#client/domain/correction.ts'
import { formatDateRange, formatDateTime, type Zone } from '#client/domain/dates.ts'
import { resultOf } from '#client/domain/result.ts'
import { findFirstOfTies } from '#client/domain/standings.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { countText } from '#contract/numbers.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const frame = css({ column: '3', padding: '3', maxWidth: 'reading', marginInline: 'auto', minWidth: '0' })
const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const title = css({ flex: '1 1 10rem', minWidth: '0' })
const list = css({ column: '1.5', padding: '0', margin: '0', listStyle: 'none' })
const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  minHeight: '14',
  padding: '2',
  borderRadius: 'md',
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
})
const place = css({ minWidth: '10' })
const catchColumn = css({ textAlign: 'end', minWidth: '0', maxWidth: '32' })
const weight = css({ textStyle: 'figure', fontSize: 'xl', fontWeight: 'bold', whiteSpace: 'nowrap' })

const mostRows = 20

/** Seconds between two reads of `embed.ts`. */
const everySeconds = { active: 15, upcoming: 300, completed: 300, cancelled: 300 } as const

const byPlace = (a: Entry, b: Entry) =>
  (a.currentPosition ?? Number.POSITIVE_INFINITY) - (b.currentPosition ?? Number.POSITIVE_INFINITY) || 0

interface EmbedBoardProps {
  tournament: Tournament
  /** See `resultsText`; null if nothing is stated. */
  state: string | null
  /** Absolute. */
  url: string
  siteName: string
  /** Times are in it. */
  zone: Zone
}

/** Board for other sites. It uses no hooks, since it is never hydrated. */
export function EmbedBoard({ tournament, state, url, siteName, zone }: EmbedBoardProps) {
  const { name, status, startDate, endDate, location, entries } = tournament
  const rows = entries.toSorted(byPlace).slice(0, mostRows)
  const more = entries.length - rows.length
  const firstOfTies = findFirstOfTies(entries)
  return (
    <main data-every={everySeconds[status]} className={frame}>
      <div className={head}>
        <div className={title}>
          <Text as="h1" look="figure" weight="bold" breakable>
            {name}
          </Text>
          <Muted small breakable>
            {[formatDateRange(startDate, endDate, zone), location].filter(Boolean).join(' · ')}
          </Muted>
        </div>
        <StatusBadge status={status} />
      </div>
      <Note tournament={tournament} zone={zone} />
      {state !== null && <Text weight="semibold">{state}.</Text>}
      {status !== 'cancelled' && rows.length > 0 && (
        <ol className={list}>
          {rows.map(entry => (
            <Row key={entry.id} entry={entry} isFirstOfTie={firstOfTies.has(entry.id)} zone={zone} />
          ))}
        </ol>
      )}
      {status !== 'cancelled' && more > 0 && <Muted small>And {countText(more, 'more boat')}.</Muted>}
      <p>
        <TextLink href={url} target="_blank" rel="noopener">
          {`See it on ${siteName}`}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </TextLink>
      </p>
    </main>
  )
}

/** Facts without a catch; nothing with one. */
function Note({
  tournament: { status, startDate, cancelReason, entries },
  zone,
}: Pick<EmbedBoardProps, 'tournament' | 'zone'>) {
  if (status === 'cancelled')
    return (
      <Muted breakable>This tournament was cancelled.{cancelReason !== null && ` ${cancelReason}`}</Muted>
    )
  if (status === 'upcoming')
    return (
      <Muted>
        Starts {formatDateTime(startDate, zone)}. {entries.length === 0 ? 'No boats yet.' : ''}
      </Muted>
    )
  if (entries.length === 0) return <Muted>No boats took part.</Muted>
  if (entries.every(entry => resultOf(entry) === null))
    return <Muted>{status === 'completed' ? 'No catches.' : 'No catches yet.'}</Muted>
  return null
}

interface RowProps extends Pick<EmbedBoardProps, 'zone'> {
  entry: Entry
  isFirstOfTie: boolean
}

function Row({ entry, isFirstOfTie, zone }: RowProps) {
  const { boat, bestCatchCorrection, positionDecided } = entry
  const result = resultOf(entry)
  return (
    <li className={row}>
      <span className={place}>
        <EntryPlace entry={entry} />
      </span>
      <div>
        <Text weight="bold" breakable>
          {boat.name}
        </Text>
        <Muted small breakable>
          {boat.captainName}
        </Muted>
        {isFirstOfTie && <Muted small>{firstOfTieText}</Muted>}
        {positionDecided && <Muted small>{positionDecidedText}</Muted>}
        {bestCatchCorrection && (
          <Muted small breakable>
            {/* 0 as the present time: the date shows too. */}
            {correctionText(bestCatchCorrection, 0, zone)}
          </Muted>
        )}
      </div>
      {result ? (
        <div className={catchColumn}>
          <span className={weight}>{result.figure}</span>
          {result.detail !== null && (
            <Muted small breakable>
              {result.detail}
            </Muted>
          )}
        </div>
      ) : (
        <span />
      )}
    </li>
  )
}

export const EmbedRefusal = ({ title: heading, text }: { title: string; text: string }) => (
  <main data-every={everySeconds.upcoming} className={frame}>
    <Text as="h1" look="figure" weight="bold">
      {heading}
    </Text>
    <Muted>{text}</Muted>
  </main>
)
