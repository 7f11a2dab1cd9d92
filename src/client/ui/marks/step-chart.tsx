import { type ReactNode, useId } from 'react'
import type { RaceLine } from '#client/domain/race.ts'
import { css, cva, cx } from '#styled/css/index.js'

/** Each its color and dashes, so that they differ without color too. */
const looks = [
  css({ color: 'line1' }),
  css({ color: 'line2' }),
  css({ color: 'line3' }),
  css({ color: 'line4' }),
  css({ color: 'line5', strokeDasharray: '0.6rem 0.3rem' }),
  css({ color: 'line6', strokeDasharray: '0.6rem 0.3rem' }),
  css({ color: 'line7', strokeDasharray: '0.2rem 0.3rem' }),
  css({ color: 'line8', strokeDasharray: '0.2rem 0.3rem' }),
]
const stroke = css({ fill: 'none', stroke: 'currentcolor', strokeWidth: '0.16rem', strokeLinejoin: 'round' })
const end = css({
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: '0.55rem',
  strokeLinecap: 'round',
  strokeDasharray: 'none!',
})
const gridLine = css({ fill: 'none', stroke: 'line', strokeWidth: '1px' })
const cursor = css({ fill: 'none', stroke: 'edge', strokeWidth: '1px' })

const frame = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  columnGap: '2',
  rowGap: '1',
  textStyle: 'small',
  color: 'inkMuted',
  fontVariantNumeric: 'tabular-nums',
})
const amounts = css({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  lineHeight: 'none',
})
const plot = css({ display: 'block', width: 'full', height: 'full', minHeight: '0', overflow: 'visible' })
const times = css({
  gridColumn: '2',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '3',
})

interface StepChartProps {
  /** At most 8 lines, one for each look. */
  lines: readonly RaceLine[]
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** Time until which the chart shows the lines; milliseconds since 1970. */
  until: number
  /** The picture's message, in a sentence. */
  title: string
  /** "412.5 lbs" */
  amountOf(amount: number): string
  start: ReactNode
  finish: ReactNode
  className?: string | undefined
}

const width = 1000
const height = 400

/** Lines that stay where they are until they change. It stretches to its place. */
export function StepChart(chart: StepChartProps) {
  const { lines, from, to, until, title, amountOf, start, finish, className } = chart
  const titleId = useId()
  const all = lines.flatMap(({ points }) => points.map(([, amount]) => amount))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const x = (at: number) => (to === from ? 0 : ((at - from) / (to - from)) * width).toFixed(1)
  const y = (amount: number) =>
    (high === low ? height / 2 : height - ((amount - low) / (high - low)) * height).toFixed(1)
  const visibleLines = lines.map(({ id, points }) => ({ id, points: points.filter(([at]) => at <= until) }))
  return (
    <div className={cx(frame, className)}>
      <div aria-hidden className={amounts}>
        <span>{amountOf(high)}</span>
        {high !== low && <span>{amountOf(low)}</span>}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={titleId}
        className={plot}
      >
        <title id={titleId}>{title}</title>
        {[0, height / 2, height].map(at => (
          <path key={at} d={`M0 ${at}H${width}`} vectorEffect="non-scaling-stroke" className={gridLine} />
        ))}
        <path d={`M${x(until)} 0V${height}`} vectorEffect="non-scaling-stroke" className={cursor} />
        {visibleLines.map(({ id, points: [first, ...rest] }, n) => {
          if (!first) return null
          const path = `M${x(first[0])} ${y(first[1])}${rest.map(([at, amount]) => `H${x(at)}V${y(amount)}`).join('')}H${x(until)}`
          const last = rest.at(-1) ?? first
          return (
            <g key={id} className={looks[n]}>
              <path d={path} vectorEffect="non-scaling-stroke" className={stroke} />
              <path d={`M${x(until)} ${y(last[1])}h.1`} vectorEffect="non-scaling-stroke" className={end} />
            </g>
          )
        })}
      </svg>
      <div aria-hidden className={times}>
        <span>{start}</span>
        <span>{finish}</span>
      </div>
    </div>
  )
}

const key = cva({
  base: { display: 'inline-block', width: '5', height: '2.5', flexShrink: '0' },
  variants: { isShown: { true: {}, false: { visibility: 'hidden' } } },
})

/** The look of a line of the chart, beside its name. @param n from 0; beyond the last it is empty */
export const ChartKey = ({ n }: { n: number }) => (
  <svg viewBox="0 0 20 10" aria-hidden className={cx(key({ isShown: n in looks }), looks[n])}>
    <path d="M0 5H20" vectorEffect="non-scaling-stroke" className={stroke} />
  </svg>
)
