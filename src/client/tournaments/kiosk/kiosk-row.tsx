import { noCatchText } from '#client/domain/result.ts'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { hasRankingNotes, RankingNote } from '#client/ui/marks/correction-note.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fundedPercent } from '#contract/money.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css, cva } from '#styled/css/index.js'
import type { Row } from './rows.ts'

const inner = cva({
  base: {
    // Wraps at 200 % text size.
    display: { base: 'flex', sm: 'grid' },
    flexWrap: 'wrap',
    gridTemplateColumns: { sm: 'auto auto minmax(0, 1fr) auto' },
    alignItems: 'center',
    columnGap: { base: '2.5', _wall: '3' },
    height: 'full',
    minHeight: { base: '14', _wall: '0' },
    paddingInlineEnd: { base: '2', _wall: '3' },
  },
  variants: {
    look: {
      row: {
        // Sizes follow the row's height and width: few boats have high rows.
        _wall: {
          '--weight': 'min(51cqh, 6cqw)',
          '--below': 'min(29cqh, 3cqw)',
          '--note': 'min(19cqh, 2.6cqw)',
        },
      },
      panel: {
        paddingInlineEnd: { _wall: '0' },
        _wall: {
          '--name': '15cqw',
          '--weight': '15cqw',
          '--below': '9cqw',
          '--note': '7cqw',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gridTemplateRows: 'minmax(0, 1fr) auto auto',
          gridTemplateAreas: '"picture" "boat" "result"',
          paddingBottom: '2',
          '@container (min-aspect-ratio: 1)': {
            '--name': 'min(8cqw, 20cqh)',
            '--weight': 'min(11cqw, 27cqh)',
            '--below': 'min(4.5cqw, 11cqh)',
            '--note': 'min(3.5cqw, 9cqh)',
            gridTemplateColumns: '2fr 3fr',
            gridTemplateRows: '1fr 1fr',
            gridTemplateAreas: '"picture boat" "picture result"',
            paddingBottom: '0',
          },
        },
      },
    },
    // Font sizes that show the whole name on one line of a flat row, on two of a high one.
    length: {
      usual: { _wall: { '--name': 'min(51cqh, 5.5cqw)' } },
      long: { _wall: { '--name': 'min(51cqh, 3.8cqw)' } },
      // Shows the name on two lines of any row.
      longest: { _wall: { '--name': 'min(28cqh, 3.8cqw)' } },
    },
  },
})
type NameLength = 'usual' | 'long' | 'longest'
const place = cva({
  variants: {
    look: {
      row: { _wall: { height: 'full' } },
      panel: {
        _wall: { gridArea: 'picture', alignSelf: 'start', position: 'relative', zIndex: '1' },
      },
    },
  },
})
const picture = cva({
  base: { display: { base: 'none', sm: 'block' }, height: '14' },
  variants: {
    look: {
      // Leaves room for names in high rows.
      row: { _wall: { height: 'min(100cqh, 11cqw)' } },
      panel: { aspectRatio: { base: '4/3', _wall: 'auto' }, _wall: { gridArea: 'picture', height: 'full' } },
    },
  },
})
const boat = cva({
  base: { flex: '1 1 6rem', minWidth: '0' },
  variants: {
    look: {
      row: {},
      panel: {
        _wall: {
          gridArea: 'boat',
          paddingInline: '3',
          '@container (min-aspect-ratio: 1)': { alignSelf: 'end' },
        },
      },
    },
    length: {
      usual: {},
      long: {},
      // Smaller than the name.
      longest: { _wall: { '--below': 'min(24cqh, 3cqw)' } },
    },
  },
})
const name = cva({
  base: {
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: { base: '2xl', _wall: 'var(--name)' },
    lineHeight: 'clipped',
    overflowWrap: 'anywhere',
  },
  variants: {
    look: { row: {}, panel: { _wall: { lineClamp: '2' } } },
  },
})
const below = cva({
  base: {
    fontFamily: 'heading',
    fontSize: { base: 'lg', _wall: 'var(--below)' },
    lineHeight: 'clipped',
    color: 'inkMuted',
  },
  variants: {
    look: { row: { _wall: { lineClamp: '2' } }, panel: { _wall: { lineClamp: '2' } } },
  },
})
// The width fits both notes.
const note = cva({
  base: {
    fontFamily: 'heading',
    fontSize: { base: 'lg', _wall: 'var(--note)' },
    lineHeight: 'clipped',
    color: 'inkMuted',
  },
  variants: { look: { row: { _wall: { lineClamp: '2' } }, panel: { _wall: { lineClamp: '4' } } } },
})
const result = cva({
  base: { textAlign: 'end', minWidth: '0', marginInlineStart: 'auto', maxWidth: { base: '32', sm: 'none' } },
  variants: {
    look: {
      row: { _wall: { maxWidth: '38cqw' } },
      panel: {
        _wall: {
          gridArea: 'result',
          marginInlineStart: '0',
          paddingInline: '3',
          textAlign: 'start',
          '@container (min-aspect-ratio: 1)': { alignSelf: 'start' },
        },
      },
    },
  },
})
const weight = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '2xl', _wall: 'var(--weight)' },
  lineHeight: 'clipped',
  fontVariantNumeric: 'tabular-nums',
  // "1,239.09 points" is wider than the column of a phone.
  whiteSpace: { _wall: 'nowrap' },
})
const gap = css({ fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' })

interface KioskRowProps {
  row: Row
  status: TournamentStatus | undefined
  isFirstOfTie: boolean
  isNewLeader: boolean
  look: 'row' | 'panel'
  /** The row is of a board of the rules, where names stay whole. */
  isOfBoard: boolean
}

/** Classifies a name by its characters. */
function lengthOf({ length }: string): NameLength {
  if (length <= 16) return 'usual'
  return length <= 24 ? 'long' : 'longest'
}

export function KioskRow({ row, status, isFirstOfTie, isNewLeader, look, isOfBoard }: KioskRowProps) {
  const { entry, position } = row
  const length = look === 'row' && { length: lengthOf(row.name) }
  const hasNote = !isOfBoard && (isFirstOfTie || hasRankingNotes(entry))
  return (
    <div className={inner({ look, ...length })}>
      <span className={place({ look })}>
        {position !== null && (
          <PositionBadge position={position} size={look === 'panel' ? 'lg' : 'row'} isTied={row.isTied} />
        )}
      </span>
      <span className={picture({ look })}>
        <BoatPicture boat={entry.boat} size={look === 'panel' ? 'fill' : 'row'} />
      </span>
      <div className={boat({ look, ...length })}>
        <p className={name({ look })}>{row.name}</p>
        <p className={hasNote ? note({ look }) : below({ look })}>
          {isNewLeader && 'New leader · '}
          {hasNote ? <RankingNote entry={entry} isFirstOfTie={isFirstOfTie} /> : row.about}
        </p>
      </div>
      <div className={result({ look })}>
        {status === 'upcoming' ? (
          <Funded entry={entry} look={look} />
        ) : (
          <Catch row={row} status={status} look={look} />
        )}
      </div>
    </div>
  )
}

function Catch({ row, status, look }: Pick<KioskRowProps, 'row' | 'status' | 'look'>) {
  const { figure, isUncounted, detail, behind } = row
  if (figure === null)
    return <p className={below({ look })}>{isUncounted ? 'No fish counts' : noCatchText(status)}</p>
  return (
    <>
      <p className={weight}>{figure}</p>
      {(behind !== null || detail !== null) && (
        <p className={below({ look })}>
          {behind !== null && <Gap behind={behind} />}
          {behind !== null && detail !== null && ' · '}
          {detail}
        </p>
      )}
    </>
  )
}

const Gap = ({ behind }: { behind: string }) => (
  <>
    <span aria-hidden className={gap}>
      −{behind}
    </span>
    <VisuallyHidden>{behind} behind the leader</VisuallyHidden>
  </>
)

function Funded({ entry, look }: Pick<KioskRowProps, 'look'> & { entry: Entry }) {
  const percent = fundedPercent(entry.currentFunding, entry.fundingGoal)
  return (
    <>
      <p className={weight}>{percent}%</p>
      <p className={below({ look })}>funded</p>
    </>
  )
}
