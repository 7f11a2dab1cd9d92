import { type FormEvent, useRef } from 'react'
import {
  formatDateTime,
  instantOfLocal,
  localOfInstant,
  nextDayOfLocal,
  type Zone,
} from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { serverNow } from '#client/lib/server-time.ts'
import { textOf } from '#client/lib/submit.ts'
import { useHydrated, useZone } from '#client/lib/use-hydrated.ts'
import { CheckboxField, RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import {
  type FieldErrors,
  type Messages,
  notANumber,
  problemsOf,
  tooLong,
} from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { fieldTexts, nameProblem, textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

export const tournamentMessages: Messages = {
  name: { valueMissing: textRules.tournamentName.required },
  startDate: { valueMissing: fieldTexts.startDateRequired },
  prizePool: { stepMismatch: fieldTexts.amountInvalid, rangeUnderflow: fieldTexts.amountInvalid },
  endDate: { valueMissing: fieldTexts.endDateRequired },
  payoutDays: notANumber(fieldTexts.payoutDaysInvalid),
}

/** Returns the instant of a field in the visitor's zone. */
export const instantIn = (data: FormData, name: string) => instantOfLocal(textOf(data, name))

export function checkTournament(data: FormData): FieldErrors {
  const [start, end] = [instantIn(data, 'startDate'), instantIn(data, 'endDate')]
  const isBackwards = start !== '' && end !== '' && Date.parse(end) <= Date.parse(start)
  const isTimeMissing = textOf(data, 'closing') === 'time' && textOf(data, 'fundingClosesAt') === ''
  return {
    ...tooLong(data, {
      name: textRules.tournamentName,
      description: textRules.description,
      location: textRules.location,
    }),
    ...problemsOf(data, ['name', 'location'], nameProblem),
    ...(isBackwards && { endDate: fieldTexts.endBeforeStart }),
    ...(isTimeMissing && { fundingClosesAt: fieldTexts.closingRequired }),
  }
}

/** Returns the days, or null if no date is stated. */
export const payoutDaysIn = (data: FormData): number | null => {
  const text = textOf(data, 'payoutDays').trim()
  return text === '' ? null : Number(text)
}

type Closing = 'start' | 'time' | 'end' | 'now' | 'unchanged'

/**
 * Reads `fundingClosesAt`; returns {} if it is unchanged.
 * @param tournament the tournament that the form changes
 */
export function closingIn(
  data: FormData,
  tournament?: TournamentSummary,
): { fundingClosesAt?: string | null } {
  switch (textOf(data, 'closing') as Closing) {
    case 'start':
      // The field drops the seconds.
      return {
        fundingClosesAt:
          tournament && textOf(data, 'startDate') === localOfInstant(tournament.startDate)
            ? tournament.startDate
            : instantIn(data, 'startDate'),
      }
    case 'time':
      return { fundingClosesAt: instantIn(data, 'fundingClosesAt') }
    case 'end':
      return { fundingClosesAt: null }
    case 'now':
      return { fundingClosesAt: new Date(serverNow()).toISOString() }
    case 'unchanged':
      return {}
  }
}

interface ClosingOption {
  value: Closing
  label: string
  hint?: string
}

/** The start or the end is meant, and moves with it. */
function chosenClosing({ startDate, endDate, fundingClosesAt }: TournamentSummary): Closing {
  if (fundingClosesAt === startDate) return 'start'
  return fundingClosesAt === endDate ? 'end' : 'unchanged'
}

/** Choices: a closing time that has passed stays. */
function closingOptions(
  tournament: TournamentSummary | undefined,
  now: number,
  zone: Zone,
): readonly ClosingOption[] {
  const start: ClosingOption = {
    value: 'start',
    label: 'When the tournament starts',
    hint: 'Recommended: money can’t follow the leader.',
  }
  const rest: readonly ClosingOption[] = [
    { value: 'time', label: 'At a chosen time' },
    { value: 'end', label: 'When the tournament ends' },
  ]
  if (!tournament) return [start, ...rest]
  const { startDate, fundingClosesAt: closesAt } = tournament
  const hasStarted = Date.parse(startDate) <= now
  const canKeep = chosenClosing(tournament) === 'unchanged'
  const currentTime = closesAt === null ? 'when the tournament ends' : formatDateTime(closesAt, zone)
  const others = closesAt === null ? rest.filter(({ value }) => value !== 'end') : rest
  return [
    ...(canKeep ? [{ value: 'unchanged', label: `Keep: ${currentTime}` } as const] : []),
    { value: 'now', label: 'Now' },
    ...(hasStarted ? [] : [start]),
    ...others,
  ]
}

// CSS hides the field, so that a choice before hydration shows it too.
const closingFields = css({
  column: '5',
  '&:not(:has([value=time]:checked)) > :last-child': { display: 'none' },
})

function ClosingFields({ tournament }: { tournament?: TournamentSummary | undefined }) {
  const now = useNow()
  const zone = useZone()
  const closesAt = tournament?.fundingClosesAt ?? tournament?.endDate
  if (closesAt !== undefined && Date.parse(closesAt) <= now) return <p>Funding is closed.</p>
  return (
    <div className={closingFields}>
      <RadioGroup
        label="Funding closes"
        name="closing"
        defaultValue={tournament ? chosenClosing(tournament) : 'start'}
        hint="The organiser and a boat’s own crew can fund it until the start at most."
        options={closingOptions(tournament, now, zone)}
      />
      <DateTimeField label="Funding Closes At" name="fundingClosesAt" />
    </div>
  )
}

/** A log that is public stays so once the tournament has started. */
const logStays = ({ publicLog, startDate }: TournamentSummary, now: number) =>
  publicLog === true && Date.parse(startDate) <= now

function PublicLogField({ tournament }: { tournament?: TournamentSummary | undefined }) {
  const now = useNow()
  if (tournament && logStays(tournament, now)) return null
  return (
    <CheckboxField
      label="Everyone can read the catch log"
      name="publicLog"
      hint="Recommended: each fish gets a weigh slip, and anyone can check that nothing was changed later. It stays public once the tournament has started."
      defaultChecked={tournament ? tournament.publicLog === true : true}
    />
  )
}

/** @param tournament of a change, which states only what changes */
export function publicLogIn(data: FormData, tournament?: TournamentSummary, now = 0) {
  const publicLog = data.get('publicLog') !== null
  if (!tournament) return { publicLog }
  return logStays(tournament, now) || publicLog === (tournament.publicLog === true) ? {} : { publicLog }
}

const usualPayoutDays = 14

/** The format, which decides what the days count from, is chosen later in the form of a new tournament. */
const payoutDaysSuffix = (tournament: TournamentSummary | undefined) => {
  if (!tournament) return 'days'
  return tournament.ruled ? 'days of the results' : 'days of the end'
}

/** All that a co-organiser can change. */
export const TournamentTexts = ({ tournament }: { tournament?: TournamentSummary | undefined }) => (
  <>
    <Field label="Tournament Name" name="name" autoComplete="off" defaultValue={tournament?.name} required />
    <TextareaField
      label="Description"
      name="description"
      hint="What is fished for, and how it is scored."
      rows={4}
      defaultValue={tournament?.description ?? ''}
    />
    <Field
      label="Location"
      name="location"
      autoComplete="off"
      hint="The harbour or dock where boats weigh in."
      defaultValue={tournament?.location ?? ''}
    />
  </>
)

/** The end follows the start, a day later, until a person enters it. */
function NewDates() {
  const end = useRef<HTMLInputElement>(null)
  const isTyped = useRef(false)
  /** Latest end that followed the start. */
  const suggestion = useRef('')
  const follow = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    const field = end.current
    if (field === null || isTyped.current || (field.value !== '' && field.value !== suggestion.current))
      return
    suggestion.current = nextDayOfLocal(value)
    field.value = suggestion.current
    // The form removes its error.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Grid columns="fields">
      <DateTimeField
        label="Start Date"
        name="startDate"
        onFocus={event => {
          // A restored draft holds an end that followed.
          suggestion.current = nextDayOfLocal(event.currentTarget.value)
        }}
        onInput={follow}
        required
      />
      <DateTimeField
        ref={end}
        label="End Date"
        name="endDate"
        onInput={({ currentTarget: { value } }) => {
          isTyped.current = value !== '' && value !== suggestion.current
        }}
        required
      />
    </Grid>
  )
}

export function TournamentFields({ tournament }: { tournament?: TournamentSummary }) {
  const isHydrated = useHydrated()
  // The server doesn't know the visitor's zone.
  const local = (iso: string | undefined) => (isHydrated && iso !== undefined ? localOfInstant(iso) : '')
  return (
    <>
      <TournamentTexts tournament={tournament} />
      {tournament ? (
        <Grid columns="fields">
          <DateTimeField
            label="Start Date"
            name="startDate"
            defaultValue={local(tournament.startDate)}
            required
          />
          <DateTimeField label="End Date" name="endDate" defaultValue={local(tournament.endDate)} required />
        </Grid>
      ) : (
        <NewDates />
      )}
      <ClosingFields tournament={tournament} />
      <NumberField
        label="Winnings Paid Within"
        name="payoutDays"
        whole
        min={1}
        max={limits.payoutDaysMax}
        suffix={payoutDaysSuffix(tournament)}
        hint="Backers read the date before they pay. Once one has paid, you can lower it, not raise or remove it."
        defaultValue={tournament ? (tournament.payoutDays ?? '') : usualPayoutDays}
      />
      <NumberField
        label="Prize Pool"
        name="prizePool"
        min={0}
        prefix="$"
        hint="In dollars, when it is known."
        defaultValue={tournament?.prizePool ?? ''}
      />
      <PublicLogField tournament={tournament} />
    </>
  )
}
