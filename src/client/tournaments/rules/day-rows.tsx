import { dayOutsideText, hasDayOutside } from '#client/domain/fishing-days.ts'
import { keepFocus } from '#client/lib/keep-focus.ts'
import { Button } from '#client/ui/controls/button.tsx'
import type { Day } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { TextCell, TimeCell } from './cells.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { type DraftRow, newId, type RowEdit } from './rules-draft.ts'
import { tournamentDays } from './tournament-days.ts'

interface DayRowsProps extends EditProps {
  tournament: Pick<TournamentSummary, 'startDate' | 'endDate' | 'status'>
}

/** Days with the times of catching and weighing. */
export function DayRows({ draft, update, tournament }: DayRowsProps) {
  // Of a running tournament a day may begin before a late start.
  const isOutside = tournament.status === 'upcoming' && hasDayOutside(draft.days, tournament)
  const fill = () => {
    const restoreFocus = keepFocus()
    update(before => ({
      ...before,
      days: tournamentDays(tournament).reduce(withNewId, before.days).slice(before.days.length),
    }))
    restoreFocus()
  }
  return (
    <RuleList
      list="days"
      title="Days"
      description={
        draft.days.length === 0
          ? 'Without days, fish count from the start to the end of the tournament.'
          : isOutside
            ? dayOutsideText
            : 'Fish count from lines in to lines out.'
      }
      add="Add a Day"
      blank={rows => ({ id: newId(rows), name: `Day ${rows.length + 1}`, ...nextHours(rows) })}
      top={
        (draft.days.length === 0 || isOutside) &&
        tournamentDays(tournament).length > 0 && (
          <li>
            <Button variant="secondary" size="sm" onClick={fill}>
              Days of the Tournament
            </Button>
          </li>
        )
      }
      draft={draft}
      update={update}
    >
      {(day, edit) => <DayRow day={day} edit={edit} />}
    </RuleList>
  )
}

/** New ids: a row keeps the values that its fields show. */
const withNewId = (rows: readonly DraftRow<'days'>[], day: Day<string>) => [
  ...rows,
  { ...day, id: newId(rows) },
]

const dayLater = (iso: string | null): string | null => {
  const date = new Date(iso ?? '')
  if (Number.isNaN(date.getTime())) return null
  date.setDate(date.getDate() + 1)
  return date.toISOString()
}

/** Returns the hours of the last day, a day later. */
function nextHours(days: readonly DraftRow<'days'>[]) {
  const last = days.at(-1)
  return {
    linesIn: dayLater(last?.linesIn ?? null) ?? '',
    linesOut: dayLater(last?.linesOut ?? null) ?? '',
    scaleOpens: dayLater(last?.scaleOpens ?? null),
    scaleCloses: dayLater(last?.scaleCloses ?? null),
  }
}

// The hours stand side by side.
const wholeRow = css({ gridColumn: '1 / -1' })

interface DayRowProps {
  day: DraftRow<'days'>
  edit: RowEdit<'days'>
}

function DayRow({ day, edit: { cell, remove } }: DayRowProps) {
  return (
    <RuleRow
      wide
      label={day.name || 'New day'}
      onRemove={remove}
      moreLabel="Scale Hours"
      more={
        <Cells wide>
          <TimeCell label="Scale Opens" {...cell('scaleOpens')} empty={null} />
          <TimeCell label="Scale Closes" {...cell('scaleCloses')} empty={null} />
        </Cells>
      }
    >
      <TextCell label="Day" className={wholeRow} {...cell('name')} required />
      <TimeCell label="Lines In" {...cell('linesIn')} required />
      <TimeCell label="Lines Out" {...cell('linesOut')} required />
    </RuleRow>
  )
}
