import { Row } from '#client/ui/layout/stack.tsx'
import type { VariantsOf } from '#client/ui/variants.ts'
import { formatMoney, fundedPercent } from '#contract/money.ts'
import { formatPercent } from '#contract/numbers.ts'
import { css, cva, cx } from '#styled/css/index.js'

// The CSP forbids style attributes.
const bar = cva({
  base: {
    display: 'block',
    width: 'full',
    overflow: 'hidden',
    borderRadius: 'full',
    backgroundColor: 'track',
    '& > svg': { boxSize: 'full' },
  },
  variants: {
    size: { sm: { height: '2' }, md: { height: '2.5' }, lg: { height: '4' } },
  },
  defaultVariants: { size: 'sm' },
})

const fill = cva({
  base: {
    height: 'full',
    transitionProperty: 'width',
    transitionDuration: 'slow',
    transitionTimingFunction: 'out',
  },
  variants: {
    tone: {
      kelp: { fill: 'kelp' },
      sea: { fill: 'sea' },
      danger: { fill: 'danger' },
    },
  },
  defaultVariants: { tone: 'kelp' },
})

const filling = css({ transformOrigin: 'left', animation: 'fill' })

const clamp = (n: number, max: number) => (Number.isFinite(n) ? Math.min(Math.max(n, 0), max) : 0)

const widthOf = (value: number, max: number) => `${Math.round((clamp(value, max) / max) * 1000) / 10}%`

export interface ProgressProps extends VariantsOf<typeof bar>, VariantsOf<typeof fill> {
  value: number
  max?: number | undefined
  label: string
}

export function Progress({ value, max = 100, label, tone = 'sea', size = 'sm' }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={clamp(value, max)}
      className={bar({ size })}
    >
      <svg aria-hidden="true">
        <rect width={widthOf(value, max)} className={fill({ tone })} />
      </svg>
    </div>
  )
}

const figures = css({ paddingBottom: '1.5', fontVariantNumeric: 'tabular-nums' })
const percentText = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: '2xl',
  lineHeight: 'none',
  color: 'kelpInk',
})
const unit = css({
  fontSize: 'md',
  fontWeight: 'semibold',
  letterSpacing: 'wide',
  textTransform: 'uppercase',
})
const wideUnit = css({ display: { base: 'none', md: 'inline' } })
// Twelve digits fit beside nothing else on a phone of 320 px at 200 % text size.
const amounts = css({ textStyle: 'small', fontSize: 'min(token(fontSizes.sm), 7.5vw)', color: 'inkMuted' })
const strong = css({ color: 'ink', fontWeight: 'semibold' })

// Spans, for the summary of a row that opens.
const block = css({ display: 'block' })
const inLine = css({
  display: 'grid',
  // The figures need the bar's place at 200 % text size.
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  '& > :first-child': { display: 'contents' },
  '& > :last-child': { gridColumn: '2', gridRow: '1' },
})

export interface FundingBarProps {
  /** Decimal dollars, as the goal. */
  raised: string
  goal: string
  label: string
  size?: 'md' | 'lg' | undefined
  /** One line on phones. */
  compact?: boolean | undefined
  /** The bar is between its figures. */
  line?: boolean | undefined
}

export function FundingBar({
  raised,
  goal,
  label,
  size = 'md',
  compact = false,
  line = false,
}: FundingBarProps) {
  const percent = fundedPercent(raised, goal)
  return (
    <span className={line ? inLine : block}>
      <Row as="span" between align="baseline" gap="3" rowGap="0" className={figures} aria-hidden="true">
        <span className={percentText}>
          {`${formatPercent(percent)} `}
          <span className={cx(unit, compact && wideUnit)}>funded</span>
        </span>
        <span className={amounts}>
          <span className={strong}>{formatMoney(raised)}</span>
          {` of ${formatMoney(goal)}`}
        </span>
      </Row>
      {/* From 0 to 100 by default. */}
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={`${formatPercent(percent)} funded, ${formatMoney(raised)} of ${formatMoney(goal)}`}
        className={bar({ size })}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: presentational in a progress bar (WAI-ARIA 1.2, 5.2.8) */}
        <svg>
          <rect width={widthOf(percent, 100)} className={cx(fill({ tone: 'kelp' }), filling)} />
        </svg>
      </span>
    </span>
  )
}
