import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { hasRankingNotes, RankingNote } from '#client/ui/marks/correction-note.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { centsOf, fundedPercent } from '#contract/money.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css, cva } from '#styled/css/index.js'
import type { KioskLine } from './kiosk-lines.ts'
import type { Row } from './slides.ts'

const inner = cva({
  base: {
    // For 200 % text size.
    display: { base: 'flex', sm: 'grid' },
    flexWrap: 'wrap',
    gridTemplateColumns: { sm: 'auto auto minmax(0, 1fr) auto' },
    alignItems: 'center',
    columnGap: { base: '2.5', lg: '3' },
    height: 'full',
    minHeight: { base: '14', lg: '0' },
    paddingInlineEnd: { base: '2', lg: '3' },
  },
  variants: {
    look: {
      row: {
        lg: {
          '--name': 'min(51cqh, {fontSizes.6xl})',
          '--weight': 'min(51cqh, {fontSizes.6xl})',
          '--below': 'min(29cqh, {fontSizes.3xl})',
          '--note': 'min(20cqh, {fontSizes.2xl})',
        },
      },
      panel: {
        paddingInlineEnd: { lg: '0' },
        lg: {
          '--name': '15cqw',
          '--weight': '19cqw',
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
    hasNote: { true: { lg: { '--name': 'min(40cqh, {fontSizes.6xl})' } }, false: {} },
    // In two lines.
    isLong: {
      true: { lg: { '--name': 'min(26cqh, {fontSizes.4xl})', '--below': 'min(24cqh, {fontSizes.3xl})' } },
      false: {},
    },
  },
})
const place = cva({
  variants: {
    look: {
      row: { lg: { height: 'full' } },
      panel: {
        lg: { gridArea: 'picture', alignSelf: 'start', position: 'relative', zIndex: '1' },
      },
    },
  },
})
const picture = cva({
  base: { display: { base: 'none', sm: 'block' }, height: '14' },
  variants: {
    look: {
      row: { lg: { height: '100cqh' } },
      panel: { aspectRatio: { base: '4/3', lg: 'auto' }, lg: { gridArea: 'picture', height: 'full' } },
    },
    // Leaves room for names in high rows.
    isSmall: { true: { lg: { height: 'min(100cqh, {sizes.16})' } }, false: {} },
  },
})
const boat = cva({
  base: { flex: '1 1 6rem', minWidth: '0' },
  variants: {
    look: {
      row: {},
      panel: {
        lg: {
          gridArea: 'boat',
          paddingInline: '3',
          '@container (min-aspect-ratio: 1)': { alignSelf: 'end' },
        },
      },
    },
  },
})
const name = cva({
  base: {
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: { base: '2xl', lg: 'var(--name)' },
    lineHeight: 'clipped',
    overflowWrap: 'anywhere',
  },
  variants: {
    look: { row: { lg: { truncate: true } }, panel: { lg: { lineClamp: '2' } } },
    isLong: { true: { lg: { whiteSpace: 'normal!', lineClamp: '2' } }, false: {} },
  },
})
const below = cva({
  base: {
    fontFamily: 'heading',
    fontSize: { base: 'lg', lg: 'var(--below)' },
    lineHeight: 'clipped',
    color: 'inkMuted',
  },
  variants: {
    look: { row: { lg: { truncate: true } }, panel: { lg: { lineClamp: '2' } } },
    isWhole: { true: { lg: { whiteSpace: 'normal!', lineClamp: '2' } }, false: {} },
  },
})
// Both notes fit.
const note = cva({
  base: {
    fontFamily: 'heading',
    fontSize: { base: 'lg', lg: 'var(--note)' },
    lineHeight: 'clipped',
    color: 'inkMuted',
  },
  variants: { look: { row: { lg: { lineClamp: '2' } }, panel: { lg: { lineClamp: '4' } } } },
})
const result = cva({
  base: { textAlign: 'end', minWidth: '0', marginInlineStart: 'auto', maxWidth: { base: '32', sm: 'none' } },
  variants: {
    look: {
      row: { lg: { maxWidth: '36cqw' } },
      panel: {
        lg: {
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
  fontSize: { base: '2xl', lg: 'var(--weight)' },
  lineHeight: 'clipped',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
const gap = css({ fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' })

interface KioskRowProps {
  row: Row
  isUpcoming: boolean
  isFirstOfTie: boolean
  isNewLeader: boolean
  look: 'row' | 'panel'
  /** Of a board of the rules, where names stay whole. */
  isOfBoard: boolean
}

/** Characters that fit a row beside a score. */
const longName = 24

export function KioskRow({
  row: { entry, position, line },
  isUpcoming,
  isFirstOfTie,
  isNewLeader,
  look,
  isOfBoard,
}: KioskRowProps) {
  const hasNote = !isOfBoard && (isFirstOfTie || hasRankingNotes(entry))
  const isLong = isOfBoard && look === 'row' && line.name.length > longName
  return (
    <div className={inner({ look, hasNote: hasNote && look === 'row', isLong })}>
      <span className={place({ look })}>
        {position !== null && (
          <PositionBadge position={position} size={look === 'panel' ? 'lg' : 'row'} isTied={line.isTied} />
        )}
      </span>
      <span className={picture({ look, isSmall: isOfBoard && look === 'row' })}>
        <BoatPicture boat={entry.boat} size={look === 'panel' ? 'fill' : 'row'} />
      </span>
      <div className={boat({ look })}>
        <p className={name({ look, isLong })}>{line.name}</p>
        <p className={hasNote ? note({ look }) : below({ look, isWhole: isOfBoard })}>
          {isNewLeader && 'New leader · '}
          {hasNote ? <RankingNote entry={entry} isFirstOfTie={isFirstOfTie} /> : line.about}
        </p>
      </div>
      <div className={result({ look })}>
        {isUpcoming ? <Funded entry={entry} look={look} /> : <Catch line={line} look={look} />}
      </div>
    </div>
  )
}

function Catch({
  line: { figure, detail, behind },
  look,
}: Pick<KioskRowProps, 'look'> & { line: KioskLine }) {
  if (figure === null) return <p className={below({ look })}>No catch yet</p>
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
  const percent = fundedPercent(centsOf(entry.currentFunding), centsOf(entry.fundingGoal))
  return (
    <>
      <p className={weight}>{percent}%</p>
      <p className={below({ look })}>funded</p>
    </>
  )
}
