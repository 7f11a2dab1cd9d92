import { request } from '#client/lib/request.ts'
import { tellFailure, textOf, untilTheNextPage } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { DateTimeField, Field, TextareaField } from '#client/ui/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/form.tsx'
import { type FieldErrors, type Messages, tooLong } from '#client/ui/form-rules.ts'
import { instantOfLocal } from '#client/ui/format.ts'
import { toastAfterNavigation } from '#client/ui/toast.ts'
import { limits } from '#contract/limits.ts'
import { marinaTexts } from '#contract/marina-texts.ts'
import { css } from '#styled/css/index.js'

const pair = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  gap: { base: '5', sm: '4' },
})

const messages: Messages = {
  name: { valueMissing: marinaTexts.tournamentNameRequired },
  startDate: { valueMissing: marinaTexts.startDateRequired },
  prizePool: { stepMismatch: marinaTexts.amountInvalid, rangeUnderflow: marinaTexts.amountInvalid },
  endDate: { valueMissing: marinaTexts.endDateRequired },
}

/** When a date of the form is, in the zone of whoever fills it in. */
const instant = (data: FormData, name: string) => instantOfLocal(textOf(data, name))

function check(data: FormData): FieldErrors {
  const [start, end] = [instant(data, 'startDate'), instant(data, 'endDate')]
  const isBackwards = start !== '' && end !== '' && Date.parse(end) <= Date.parse(start)
  return {
    ...tooLong(data, {
      name: [limits.nameMax, marinaTexts.nameTooLong],
      description: [limits.descriptionMax, marinaTexts.descriptionTooLong],
      location: [limits.nameMax, marinaTexts.locationTooLong],
    }),
    ...(isBackwards && { endDate: marinaTexts.endBeforeStart }),
  }
}

async function create(data: FormData): Promise<void> {
  const optional = (name: string) => {
    const value = textOf(data, name).trim()
    return value === '' ? {} : { [name]: value }
  }
  await request('POST', '/api/tournaments', {
    name: textOf(data, 'name'),
    ...optional('description'),
    ...optional('location'),
    startDate: instant(data, 'startDate'),
    endDate: instant(data, 'endDate'),
    ...optional('prizePool'),
    status: 'upcoming',
  })
  toastAfterNavigation({ title: 'Success', description: 'Tournament created successfully.' })
  location.assign(paths.home())
  await untilTheNextPage()
}

export function CreateTournamentForm() {
  return (
    <Form
      onSubmit={create}
      onError={error => tellFailure(error, 'Failed to create tournament. Please try again.')}
      messages={messages}
      check={check}
    >
      <Field label="Tournament Name" name="name" autoComplete="off" required />
      <TextareaField
        label="Description"
        name="description"
        hint="What is fished for, and how it is scored."
        rows={4}
      />
      <Field
        label="Location"
        name="location"
        autoComplete="off"
        hint="The harbour or dock where boats weigh in."
      />
      <div className={pair}>
        <DateTimeField label="Start Date" name="startDate" required />
        <DateTimeField label="End Date" name="endDate" required />
      </div>
      <Field
        label="Prize Pool"
        name="prizePool"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        prefix="$"
        hint="In dollars, when it is known."
        autoComplete="off"
      />
      <FormActions>
        <SubmitButton>Create Tournament</SubmitButton>
        <LinkButton href={paths.home()} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
