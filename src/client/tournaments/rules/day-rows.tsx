import { Button } from '#client/ui/controls/button.tsx'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { TextCell, TimeCell } from './cells.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { type DraftRow, newId, type RowEdit, withIds } from './rules-draft.ts'
import { tournamentDays } from './tournament-days.ts'

interface DayRowsProps extends EditProps {
  tournament: Pick<TournamentSummary, 'startDate' | 'endDate'>
}

/** Days with the times of catching and weighing. */
export function DayRows({ draft, update, tournament }: DayRowsProps) {
  const fill = () => update(before => ({ ...before, days: withIds(tournamentDays(tournament)) }))
  return (
    <RuleList
      list="days"
      title="Days"
      description={
        draft.days.length === 0
          ? 'Without days, fish count from the start to the end of the tournament.'
          : 'Fish count from lines in to lines out.'
      }
      add="Add a Day"
      blank={rows => ({ id: newId(rows), name: `Day ${rows.length + 1}`, ...nextHours(rows) })}
      top={
        draft.days.length === 0 &&
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
