import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Text } from '#client/ui/layout/text.tsx'
import { css, cva, cx } from '#styled/css/index.js'

const row = css({
  display: 'flex',
  // Wraps at 200 % text size.
  flexWrap: 'wrap',
  alignItems: 'center',
  rowGap: '1',
  columnGap: { base: '2.5', md: '4' },
  minHeight: '3.75rem',
  paddingBlock: '1.5',
  paddingInline: { base: '2.5', md: '4' },
})
// Space for the chevron, also without one, so that figures are aligned.
const closed = css({ position: 'relative', paddingInlineEnd: { base: '10', md: '3.25rem' } })
const opener = css({
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '&:focus-visible': { outlineOffset: '-3px', borderRadius: 'lg' },
  _hoverable: { backgroundColor: 'seaSoft' },
})
const linkRow = css({ position: 'relative' })
const link = css({
  color: 'inherit',
  textDecoration: 'none',
  _before: { content: '""', position: 'absolute', inset: '0' },
  '&:hover': { color: 'sea' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': { outline: '3px solid token(colors.focus)', outlineOffset: '-3px' },
})
const words = cva({
  base: { flex: '1 1 4.5rem', minWidth: '0' },
  variants: {
    flat: {
      true: {
        display: { md: 'grid' },
        gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        alignItems: 'baseline',
        columnGap: '4',
      },
    },
  },
})
// Cuts the text of a closed row.
const oneLine = css({
  display: 'block',
  truncate: true,
  // A phone at 200 % text size would cut the half of it.
  _largeText: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  'details[open] > summary &': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
})
const end = cva({
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'end',
    marginInlineStart: 'auto',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
  variants: {
    flat: {
      true: {
        flexDirection: { base: 'column', md: 'row-reverse' },
        // "Refund on its way" and a sum of six digits: so that lines begin one below the other.
        minWidth: { md: '64' },
        alignItems: { base: 'end', md: 'center' },
        columnGap: '4',
      },
    },
  },
})
// Stays beside what wraps.
const chevron = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: { base: '2.5', md: '4' },
  marginBlock: 'auto',
  color: 'inkMuted',
  transitionProperty: 'transform',
  transitionDuration: 'fast',
  'details[open] > summary &': { transform: 'rotate(180deg)' },
})
const more = css({
  column: '3',
  paddingInline: { base: '2.5', md: '4' },
  paddingTop: '1',
  paddingBottom: '4',
})

interface ListRowProps {
  /** A place or a picture. */
  lead?: ReactNode
  title: ReactNode
  titleAs?: 'h2' | 'h3' | 'h4'
  /** Line below the title; it is cut off while the row is closed. */
  line?: ReactNode
  /** Figures at the end, which go below the title before they break. */
  figures?: ReactNode
  /** All on one line from tablets on. */
  flat?: boolean
  /** The page that the whole row leads to. */
  href?: string
  startsOpen?: boolean
  /** Details of the row; it can't have a page besides. */
  children?: ReactNode
}

/** Row of a `List`: 60 px high, 72 at most, until it opens. */
export function ListRow({ href, startsOpen, children, ...parts }: ListRowProps) {
  if (!children)
    return (
      <li className={cx(row, href === undefined ? closed : linkRow)}>
        <Parts {...parts} href={href} />
      </li>
    )
  return (
    <li>
      <details open={startsOpen}>
        <summary className={cx(row, closed, opener)}>
          <Parts {...parts} />
          <ChevronDown size={20} className={chevron} />
        </summary>
        <div className={more}>{children}</div>
      </details>
    </li>
  )
}

interface PartsProps extends Omit<ListRowProps, 'href' | 'startsOpen' | 'children'> {
  href?: string | undefined
}

const Parts = ({ lead, title, titleAs = 'h3', line, figures, flat = false, href }: PartsProps) => (
  <>
    {lead}
    <hgroup role="presentation" className={words({ flat })}>
      <Text as={titleAs} look="figure" weight="bold" className={oneLine}>
        {href === undefined ? (
          title
        ) : (
          <a href={href} className={link}>
            {title}
          </a>
        )}
      </Text>
      {line && (
        <Text look="small" muted className={oneLine}>
          {line}
        </Text>
      )}
    </hgroup>
    {figures && <span className={end({ flat })}>{figures}</span>}
  </>
)
