import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDateTime } from '#client/domain/dates.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { fileProtest, protestSubjectsQuery, protestWindowQuery } from '#client/tournaments/api/protests.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { type Option, SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { formatMoney } from '#contract/money.ts'
import type { ProtestSubjects } from '#contract/tournaments/protests.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { fishText, penaltyText } from './protest-texts.ts'

interface FileProtestProps {
  tournament: Tournament
  /** Boats that may protest: the viewer's, or all for an organiser. */
  from: readonly Entry[]
  /** An organiser files in the organisers' own name too. */
  organises?: boolean
  /** The boat that it is about; otherwise it is chosen. */
  about?: Entry | undefined
}

export function FileProtest({ about, ...rest }: FileProtestProps) {
  return (
    <DialogButton
      label="File a Protest"
      about={about && ` about ${about.boat.name}`}
      variant="secondary"
      title={about ? `Protest about ${about.boat.name}` : 'File a Protest'}
      description="Everyone can read it. The organisers decide, and awards that it could change are on hold until then."
    >
      {close => <ProtestForm {...rest} about={about} onDone={close} />}
    </DialogButton>
  )
}

const messages: Messages = { text: { valueMissing: textRules.protest.required } }
const check = (data: FormData) => tooLong(data, { text: textRules.protest, rule: textRules.protestRule })

const boatOption = ({ id, boat }: Entry): Option => ({ value: id, label: boat.name })

type ProtestFormProps = FileProtestProps & { onDone(): void }

function ProtestForm({ tournament, from, organises = false, about, onDone }: ProtestFormProps) {
  const filing = useApiMutation(fileProtest, 'Failed to file the protest. Please try again.')
  const idOf = useRetryId()
  const { data: window } = useQuery(protestWindowQuery(tournament.id))
  const [entryId, setEntryId] = useState(about?.id ?? '')
  const [only] = from

  const file = async (data: FormData) => {
    const [kind = '', id = ''] = textOf(data, 'subject').split(' ')
    const fromEntryId = organises || from.length > 1 ? textOf(data, 'fromEntryId') : (only?.id ?? '')
    const body = {
      text: textOf(data, 'text'),
      rule: textOf(data, 'rule'),
      ...(fromEntryId !== '' && { fromEntryId }),
      ...(kind === 'catch' && { catchId: id }),
      ...(kind === 'penalty' && { penaltyId: id }),
      ...(kind === '' && entryId !== '' && { entryId }),
    }
    await filing.send({ params: { id: tournament.id }, body: { ...body, id: idOf(body) } })
    toast({ title: 'Protest filed', description: 'The organisers and the boat’s captain were notified.' })
    onDone()
  }

  return (
    <Form onSubmit={file} onError={filing.fail} messages={messages} check={check}>
      {(organises || from.length > 1) && (
        <SelectField
          label={organises ? 'Who protests' : 'Your boat'}
          name="fromEntryId"
          options={from.map(boatOption)}
          {...(organises && { placeholder: 'The organisers' })}
        />
      )}
      {!about && (
        <SelectField
          label="About"
          name="entryId"
          placeholder="The tournament as a whole"
          options={tournament.entries.map(boatOption)}
          value={entryId}
          onChange={event => setEntryId(event.currentTarget.value)}
        />
      )}
      {entryId !== '' && <SubjectField key={entryId} entryId={entryId} />}
      <TextareaField
        label="What happened"
        name="text"
        rows={4}
        maxLength={textRules.protest.max}
        counter
        required
      />
      <Field label="Rule" name="rule" hint="If you know it, such as 7.2" autoComplete="off" />
      {window?.fee != null && (
        <Muted small>
          The fee is {formatMoney(window.fee)}. Pay it to the organisers, outside this site.
        </Muted>
      )}
      <DialogActions submit="File Protest" onCancel={onDone} />
    </Form>
  )
}

/** `catch <id>` or `penalty <id>`. */
function optionsOf({ catches, penalties }: ProtestSubjects): Option[] {
  return [
    ...catches.map(fish => ({
      value: `catch ${fish.id}`,
      label: `${fishText(fish)}, weighed ${formatDateTime(fish.weighedAt ?? fish.createdAt, 'local')}`,
    })),
    ...penalties.map(penalty => ({ value: `penalty ${penalty.id}`, label: penaltyText(penalty) })),
  ]
}

/** Its catches and penalties come while the person reads. */
function SubjectField({ entryId }: { entryId: string }) {
  const { data } = useQuery(protestSubjectsQuery(entryId))
  return (
    <SelectField
      label="Which fish or penalty"
      name="subject"
      placeholder="The whole boat"
      options={data ? optionsOf(data) : []}
    />
  )
}
