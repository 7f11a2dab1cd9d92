import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useMemo } from 'react'
import { dayMs } from '#client/domain/dates.ts'
import { gapsText, linesOf, placeChangeText, type TowerRow, towerAt } from '#client/domain/race.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Fold } from '#client/ui/layout/fold.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { RowText } from '#client/ui/layout/stack.tsx'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { offPhones } from '#client/ui/layout/visibility.ts'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { DateTime, TimeOfDay } from '#client/ui/marks/relative-time.tsx'
import { ChartKey, StepChart } from '#client/ui/marks/step-chart.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { countText } from '#contract/numbers.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { leadChangesOf, placesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { PlaceChange } from './place-change.tsx'
import { type Replay, useReplay } from './use-replay.ts'

const grid = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
  gridTemplateRows: { lg: 'auto 1fr' },
  gridTemplateAreas: { base: '"chart" "tower" "leads"', lg: '"chart tower" "leads tower"' },
  alignItems: 'start',
  rowGap: '4',
  columnGap: '8',
})
const chartArea = css({ gridArea: 'chart', column: '3' })
const towerArea = css({ gridArea: 'tower', column: '2' })
const leadsArea = css({ gridArea: 'leads' })
const chart = css({ height: { base: '40', sm: '64', lg: '24rem' } })
const controls = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })
const scrub = css({ flex: '1 1 8rem', minWidth: '0', minHeight: 'touch', accentColor: 'token(colors.sea)' })
const clock = css({ textStyle: 'figure', minHeight: '7' })
const changes = css({ column: '1' })
const rows = css({ position: 'relative', column: '1' })
const row = css({
  // Wraps at 200 % text size.
  display: 'flex',
  flexWrap: { base: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  columnGap: { base: '2.5', sm: '3' },
  minHeight: '16',
  paddingBlock: '1.5',
  paddingInline: '2.5',
  backgroundColor: 'surface',
  borderRadius: 'sm',
})
const name = css({
  display: 'flex',
  alignItems: 'center',
  columnGap: '2',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'lg',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
})
const gaps = css({ textStyle: 'small', color: 'inkMuted', fontVariantNumeric: 'tabular-nums' })
const result = css({ textAlign: 'end', marginInlineStart: 'auto' })
const figure = css({ textStyle: 'figure', fontWeight: 'bold', whiteSpace: 'nowrap' })
const note = css({ textStyle: 'small', color: 'inkMuted' })

interface RaceViewProps {
  tournament: Tournament
  /** Race with at least one frame. */
  race: Race
}

/** Tower, chart and replay. */
export function RaceView({ tournament, race }: RaceViewProps) {
  const { frames, unit } = race
  const steps = useMemo(() => placesOf(race), [race])
  const replay = useReplay(frames.length)
  const [first, last, current] = [frames[0], frames.at(-1), frames[replay.frame]]
  if (!first || !last || !current) return null
  const [from, to, until] = [first, last, current].map(({ at }) => Date.parse(at)) as [number, number, number]
  const lines = linesOf(race, steps)
  const tower = towerAt(race, steps, replay.frame)
  const isLong = to - from >= dayMs
  const time = (iso: string) => (isLong ? <DateTime iso={iso} /> : <TimeOfDay iso={iso} />)
  const entries = new Map(tournament.entries.map(entry => [entry.id, entry]))
  const leader = tower.find(({ place }) => place === 1)
  const unrankedCount = tournament.entries.length - tower.length
  const leaderName = leader && entries.get(leader.entryId)?.boat.name
  return (
    <div className={grid}>
      <section aria-label="Chart" className={chartArea}>
        <StepChart
          className={chart}
          lines={lines}
          from={from}
          to={to}
          until={until}
          title={`${race.board ?? 'Heaviest catch'} of ${lines.length} leading boats over time. ${leaderName ?? 'No boat'} ${leader?.tied ? 'is tied for the lead' : 'leads'}.`}
          amountOf={amount => amountText(amount, unit)}
          start={time(first.at)}
          finish={time(last.at)}
        />
        {frames.length > 1 && <Controls race={race} replay={replay} isLong={isLong} />}
      </section>
      <section aria-label="Standings" className={towerArea}>
        <Tower
          rows={tower}
          unit={unit}
          entries={entries}
          lineOf={id => lines.findIndex(line => line.id === id)}
        />
        <p className={note}>
          Arrows: places gained or lost in the hour before the weigh-in shown.
          {unrankedCount > 0 &&
            ` Not shown: ${countText(unrankedCount, 'boat')} without a catch that counts.`}
        </p>
      </section>
      <LeadChanges race={race} entries={entries} time={time} />
    </div>
  )
}

interface ControlsProps {
  race: Race
  replay: Replay
  isLong: boolean
}

function Controls({ race: { frames }, replay, isLong }: ControlsProps) {
  const { frame, isPast, isPlaying, play, pause, seek, follow } = replay
  const iso = frames[frame]?.at ?? ''
  return (
    <>
      <div className={controls}>
        <Button variant="action" onClick={isPlaying ? pause : play}>
          {isPlaying ? <Pause size={20} /> : <Play size={20} />}
          {isPlaying ? 'Pause' : isPast ? 'Resume' : `Replay the ${isLong ? 'Tournament' : 'Day'}`}
        </Button>
        <input
          type="range"
          className={scrub}
          aria-label="Weigh-in shown"
          aria-valuetext={`${frame + 1} of ${frames.length}`}
          min={0}
          max={frames.length - 1}
          value={frame}
          onChange={({ currentTarget: { value } }) => seek(Number(value))}
        />
        {isPast && !isPlaying && (
          <Button variant="secondary" onClick={follow}>
            Latest
          </Button>
        )}
      </div>
      <p className={clock}>
        As of {isLong ? <DateTime iso={iso} /> : <TimeOfDay iso={iso} />} · {frame + 1} of {frames.length}
      </p>
    </>
  )
}

interface LeadChangesProps {
  race: Race
  entries: ReadonlyMap<string, Entry>
  time(iso: string): React.ReactNode
}

function LeadChanges({ race, entries, time }: LeadChangesProps) {
  const leads = useMemo(() => leadChangesOf(race), [race])
  if (leads.length === 0) return null
  return (
    <section aria-label="Lead changes" className={leadsArea}>
      <Fold summary={`Lead changes (${leads.length})`}>
        <ol className={changes}>
          {leads.map(({ entryId, at, amount }) => (
            <li key={at}>
              {time(at)}: {entries.get(entryId)?.boat.name ?? 'A boat'} with {amountText(amount, race.unit)}
            </li>
          ))}
        </ol>
      </Fold>
    </section>
  )
}

interface TowerProps {
  rows: readonly TowerRow[]
  unit: Race['unit']
  entries: ReadonlyMap<string, Entry>
  /** Number of its line in the chart; -1: none. */
  lineOf(entryId: string): number
}

const Tower = ({ rows: all, ...rest }: TowerProps) => (
  <FirstItems items={all} step={25} what="boats">
    {shown => <TowerRows {...rest} rows={shown} />}
  </FirstItems>
)

function TowerRows({ rows: shown, unit, entries, lineOf }: TowerProps) {
  const flipRef = useFlip<HTMLOListElement>()
  return (
    <ol ref={flipRef} className={rows}>
      {shown.map(each => {
        const boat = entries.get(each.entryId)?.boat
        if (boat === undefined) return null
        return (
          <li key={each.entryId} data-flip={each.entryId} className={row}>
            <PositionBadge position={each.place} isTied={each.tied} />
            <span className={offPhones}>
              <BoatPicture boat={boat} size="tile" />
            </span>
            <RowText basis="5.5rem">
              <p className={name}>
                <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
                <ChartKey n={lineOf(each.entryId)} />
              </p>
              <Gaps row={each} unit={unit} />
            </RowText>
            <div className={result}>
              <p className={figure}>{amountText(each.amount, unit)}</p>
              <PlaceChange placesGained={each.placesGained} text={placeChangeText(each.placesGained)} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Gaps({ row: each, unit }: { row: TowerRow; unit: Race['unit'] }) {
  const text = gapsText(each, unit)
  const { toLeader, toNext, place } = each
  if (place === 1) return <p className={gaps}>Leader</p>
  if (text === null || toLeader === null) return null
  return (
    <p className={gaps}>
      <span aria-hidden>
        −{amountText(toLeader, unit)}
        {place > 2 && toNext !== null && ` · −${amountText(toNext, unit)} to next`}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </p>
  )
}
