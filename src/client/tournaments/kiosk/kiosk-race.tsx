import { linesOf } from '#client/domain/race.ts'
import { TimeOfDay } from '#client/ui/marks/relative-time.tsx'
import { ChartKey, StepChart } from '#client/ui/marks/step-chart.tsx'
import type { Race } from '#contract/tournaments/race.ts'
import { placesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const chart = css({ minHeight: '48', fontFamily: 'heading', fontSize: 'lg', _wall: { minHeight: '0' } })
const names = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  fontFamily: 'heading',
  fontSize: 'md',
  lineHeight: 'snug',
})
const name = css({ display: 'inline-flex', alignItems: 'center', columnGap: '1.5' })

/** Lines of the leading boats, with their names. */
export function KioskRace({ race, entries }: { race: Race; entries: readonly Entry[] }) {
  const { frames, unit } = race
  const lines = linesOf(race, placesOf(race))
  const [first, last] = [frames[0], frames.at(-1)]
  if (!first || !last) return null
  return (
    <>
      <StepChart
        className={chart}
        lines={lines}
        from={Date.parse(first.at)}
        to={Date.parse(last.at)}
        until={Date.parse(last.at)}
        title="The leading boats over time"
        amountOf={amount => amountText(amount, unit)}
        start={<TimeOfDay iso={first.at} />}
        finish={<TimeOfDay iso={last.at} />}
      />
      <ul className={names}>
        {lines.map(({ id }, n) => (
          <li key={id} className={name}>
            <ChartKey n={n} />
            {entries.find(entry => entry.id === id)?.boat.name}
          </li>
        ))}
      </ul>
    </>
  )
}
