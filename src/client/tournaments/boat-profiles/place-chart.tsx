import { useId } from 'react'
import { placeText } from '#client/domain/result.ts'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { countText, ordinal } from '#contract/numbers.ts'
import type { CareerPlace } from '#contract/tournaments/boat-profiles.ts'
import { css, cva } from '#styled/css/index.js'

/** Pixels. */
const size = { top: 12, height: 104, years: 28 }
/** Places beyond it are drawn at the bottom. */
const lowestPlace = 20
/** Number of tournaments from which dots are small. */
const many = 16

/** Most years named below the chart. */
const mostYears = 6

const figure = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: '2',
  textStyle: 'small',
})
const scale = css({ width: '9', overflow: 'visible', fill: 'inkMuted', fontSize: 'sm' })
const picture = css({ display: 'block', width: 'full', overflow: 'visible' })
const rule = css({ stroke: 'line' })
const line = css({ stroke: 'sea', strokeWidth: '2px' })
const yearText = css({ fill: 'inkMuted', fontSize: 'sm' })
const dot = cva({
  base: { stroke: 'ink', strokeWidth: '1.5px' },
  variants: {
    place: {
      gold: { fill: 'gold' },
      silver: { fill: 'silver' },
      bronze: { fill: 'bronze' },
      other: { fill: 'sea', stroke: 'sea' },
      none: { fill: 'surface', stroke: 'inkMuted' },
    },
  },
})

const medals = ['gold', 'silver', 'bronze'] as const
const lookOf = (place: number | null) => (place === null ? 'none' : (medals[place - 1] ?? 'other'))

const yearOf = ({ startDate }: CareerPlace) => startDate.slice(0, 4)

/** "2025, Marlin Classic: 2nd of 24 boats" */
const sayPlace = (item: CareerPlace) =>
  `${yearOf(item)}, ${item.tournament.name}: ${
    item.place === null ? 'no place' : placeText(item.place, item.tied)
  } of ${countText(item.boats, 'boat')}`

/** Returns the indexes of places at which years begin, far enough from each other for a phone. */
function yearMarks(places: readonly CareerPlace[]): number[] {
  const marks: number[] = []
  for (const [index, item] of places.entries()) {
    const before = places[index - 1]
    const isNew = before === undefined || yearOf(before) !== yearOf(item)
    if (isNew && index - (marks.at(-1) ?? -places.length) >= places.length / mostYears) marks.push(index)
  }
  return marks
}

/** The place in each tournament over time, first on top. */
export function PlaceChart({ places }: { places: readonly CareerPlace[] }) {
  const id = useId()
  const worst = Math.max(5, ...places.map(({ place }) => place ?? 0))
  const bottom = Math.min(worst, lowestPlace)
  const y = (place: number | null) =>
    size.top + (size.height * (Math.min(place ?? bottom, bottom) - 1)) / (bottom - 1)
  const x = (index: number) => `${((index + 0.5) / places.length) * 100}%`
  const radius = places.length > many ? 4 : 6
  const last = places.at(-1)
  const first = places[0]
  if (!first || !last) return null
  const years = yearOf(first) === yearOf(last) ? yearOf(first) : `${yearOf(first)} to ${yearOf(last)}`
  return (
    <Panel padding="md" gap="3">
      <Text as="h3" look="subheading" weight="bold">
        Places
      </Text>
      <div className={figure}>
        <svg aria-hidden height={size.top + size.height + size.years} className={scale}>
          {[1, bottom].map(place => (
            <text key={place} x="100%" y={y(place)} textAnchor="end" dominantBaseline="middle">
              {place < worst && place === bottom ? `${place}+` : ordinal(place)}
            </text>
          ))}
        </svg>
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
          height={size.top + size.height + size.years}
          className={picture}
        >
          <title id={`${id}-title`}>{`Places in ${countText(places.length, 'tournament')}, ${years}`}</title>
          <desc id={`${id}-text`}>{places.map(sayPlace).join('. ')}</desc>
          {[1, bottom].map(place => (
            <line key={place} x1="0" x2="100%" y1={y(place)} y2={y(place)} className={rule} />
          ))}
          {places.map(({ place, tournament }, index) => {
            const next = places[index + 1]
            if (place === null || !next || next.place === null) return null
            return (
              <line
                key={tournament.id}
                x1={x(index)}
                x2={x(index + 1)}
                y1={y(place)}
                y2={y(next.place)}
                className={line}
              />
            )
          })}
          {places.map((item, index) => (
            <circle
              key={item.tournament.id}
              cx={x(index)}
              cy={y(item.place)}
              r={radius}
              className={dot({ place: lookOf(item.place) })}
            >
              <title>{sayPlace(item)}</title>
            </circle>
          ))}
          {yearMarks(places).map(index => (
            <text
              key={index}
              x={x(index)}
              y={size.top + size.height + size.years - 4}
              textAnchor="middle"
              className={yearText}
            >
              {places[index] && yearOf(places[index])}
            </text>
          ))}
        </svg>
      </div>
      {places.some(({ place }) => place === null) && <Muted small>A hollow dot: no fish that counted.</Muted>}
    </Panel>
  )
}
