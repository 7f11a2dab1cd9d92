import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva, cx } from '#styled/css/index.js'

const card = cva({
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: '0',
    backgroundColor: 'surface',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    overflow: 'hidden',
    boxShadow: 'card',
  },
  variants: {
    pressable: {
      true: {
        textDecoration: 'none',
        transitionProperty: 'border-color, box-shadow, transform',
        transitionDuration: 'normal',
        transitionTimingFunction: 'out',
        '@media (hover: hover)': {
          '&:hover': { borderColor: 'sea', boxShadow: 'lift', transform: 'translateY(-2px)' },
        },
      },
    },
    tone: {
      surface: {},
      hull: { colorScheme: 'dark', backgroundColor: 'hull', borderColor: 'transparent', color: 'onHull' },
    },
  },
  defaultVariants: { tone: 'surface' },
})

export interface CardProps extends VariantsOf<typeof card> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined
  className?: string | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  children: ReactNode
}

export function Card({
  as: Tag = 'div',
  tone = 'surface',
  pressable = false,
  className,
  ...rest
}: CardProps) {
  return <Tag {...rest} className={cx(card({ tone, pressable }), className)} />
}

/** Styles of a button that makes the whole card its target, and of its `CardFooter`. */
export const wholeCard = {
  footer: css({ position: 'static!' }),
  button: css({
    position: 'static!',
    // A transform would shrink the target to the button while it is pressed.
    _down: { transform: 'none!' },
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'lg' },
  }),
}

const body = css({
  column: '3',
  flexGrow: '1',
  paddingInline: { base: '4', md: '5' },
  paddingBlock: { base: '3', md: '4' },
})
const footer = css({
  position: 'relative',
  row: '3',
  flexWrap: 'wrap',
  paddingInline: { base: '4', md: '5' },
  paddingBottom: { base: '4', md: '5' },
  paddingTop: '1',
})

export const CardBody = ({ children }: Pick<CardProps, 'children'>) => <div className={body}>{children}</div>

export const CardFooter = ({ className, children }: Pick<CardProps, 'className' | 'children'>) => (
  <div className={cx(footer, className)}>{children}</div>
)

const statLabel = css({ textStyle: 'eyebrow', color: 'inkMuted', order: '-1' })
const statValue = css({
  textStyle: 'stat',
  // Shrinks and breaks at 200 % text size.
  fontSize: 'clamp(1rem, 30vw - 3rem, token(fontSizes.4xl))',
  overflowWrap: 'anywhere',
  '& span': { whiteSpace: 'normal' },
})

// Columns have room for the longest figure, in rem: they don't depend on which font has arrived.
const statList = cva({
  base: { display: 'grid', gap: '4' },
  variants: {
    longest: {
      short: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))' },
      medium: {
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))',
        '& dd': { fontSize: 'clamp(1rem, 30vw - 3rem, token(fontSizes.3xl))' },
      },
      long: {
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
        '& dd': { fontSize: 'clamp(1rem, 30vw - 3rem, token(fontSizes.3xl))' },
      },
    },
  },
})

interface StatListProps {
  /** The longest ones. */
  figures: readonly string[]
  className?: string
  children: ReactNode
}

/** {@link Stat}s whose figures stay on one line. */
export function StatList({ figures, className, children }: StatListProps) {
  const length = Math.max(...figures.map(figure => figure.length))
  const longest = length <= '$12,345'.length ? 'short' : length <= '$12,345.67'.length ? 'medium' : 'long'
  return <dl className={cx(statList({ longest }), className)}>{children}</dl>
}

export function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap="1">
      <dt className={statLabel}>{label}</dt>
      <dd className={statValue}>{children}</dd>
    </Stack>
  )
}
