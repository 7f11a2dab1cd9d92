import { Fragment } from 'react'
import { paths } from '#client/paths.ts'
import { pageOf } from '#client/tournaments/log-window.ts'
import { WholeAmounts } from '#client/tournaments/whole-amounts.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { LogPage } from '#contract/tournaments/log.ts'
import { slipNumber } from '#contract/tournaments/slip-number.ts'
import { css } from '#styled/css/index.js'
import { logLines } from './event-texts.ts'

// Selectors go by position in the line, for short markup.
const list = css({
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  backgroundColor: 'surface',
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: {
      base: 'auto minmax(min-content, 1fr) auto',
      lg: '3.5rem 12rem minmax(0, 1fr) minmax(0, 1fr) 3.5rem',
    },
    columnGap: { base: 'min({spacing.3}, 3vw)', lg: '3' },
    alignItems: 'baseline',
    paddingInline: { base: '3', md: '4' },
    paddingBlock: '2.5',
    scrollMarginTop: '24',
    _target: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
  },
  '& > li:not(:last-child)': { borderBottomWidth: '1px', borderColor: 'line' },
  '& small, & code, & time': { textStyle: 'small', color: 'inkMuted', fontSize: 'sm' },
  '& time': { overflowWrap: 'normal' },
  '& > li:target :is(small, code, time)': { color: 'inherit' },
  '& p, & small': { overflowWrap: 'anywhere', gridColumn: { base: '1 / -1', lg: 'auto' } },
  // Number, time and hash are the first line of a phone.
  '& code': { gridRow: { base: '1', lg: 'auto' }, gridColumn: { base: '3', lg: 'auto' }, textAlign: 'end' },
  '& a': { color: 'sea', textDecoration: 'underline' },
  // A touch target.
  '& code a': { position: 'relative' },
  '& code a::after': { content: '""', position: 'absolute', insetBlock: '-3', insetInline: '-2.5' },
})

const end = css({ backgroundColor: 'sunken' })

interface Props {
  tournamentId: string
  page: LogPage
  /** The number of its last event: the answer may have more. */
  last: number
  /** No event follows the page. */
  isLatest: boolean
  /** The line before the first event after it says so, or the last line. */
  endedAt: string | undefined
}

export function LogList({ tournamentId, page: { events, texts, code }, last, isLatest, endedAt }: Props) {
  const lines = logLines(
    events.filter(({ seq }) => seq <= last),
    texts,
  )
  const [first] = events
  const firstAfterEnd = endedAt === undefined ? undefined : lines.find(({ at }) => at >= endedAt)?.seq
  return (
    <ol className={list}>
      {lines.map(({ seq, at, hash, boat, what, note, of, undoes, hasSlip }) => (
        <Fragment key={seq}>
          {seq === firstAfterEnd && endedAt !== undefined && (
            <End iso={endedAt} text="The tournament ended. What follows came later." />
          )}
          <li id={`e${seq}`}>
            <span>{seq}</span>
            <DateTime iso={at} />
            <p>
              <b>{boat}</b> <WholeAmounts>{what}</WholeAmounts>
            </p>
            <small>
              {note} {undoes !== null && <span id={`e${undoes}`}>({undoes})</span>}
              {of !== null && (
                <a
                  href={
                    of >= (first?.seq ?? 0)
                      ? `#e${of}`
                      : `${paths.tournamentLog(tournamentId, pageOf(of))}#e${of}`
                  }
                  aria-label={`Event ${of}`}
                >
                  ({of})
                </a>
              )}
            </small>
            <code>
              {hasSlip && code !== undefined ? (
                <a href={paths.slip(slipNumber(code, { seq, hash }))} aria-label={`Slip of event ${seq}`}>
                  Slip
                </a>
              ) : (
                `${hash.slice(0, 4).toUpperCase()}…`
              )}
            </code>
          </li>
        </Fragment>
      ))}
      {isLatest && endedAt !== undefined && firstAfterEnd === undefined && (
        <End iso={endedAt} text="The tournament ended. Nothing came later." />
      )}
    </ol>
  )
}

const End = ({ iso, text }: { iso: string; text: string }) => (
  <li className={end}>
    <span />
    <DateTime iso={iso} />
    <p>{text}</p>
  </li>
)
