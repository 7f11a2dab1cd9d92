import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { usePicture } from '#client/api/use-picture.ts'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { postUpdate } from '#client/tournaments/api/updates.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

const messages: Messages = {
  tournamentEntryId: { valueMissing: fieldTexts.entryRequired },
  content: { valueMissing: textRules.update.required },
}

const check = (data: FormData) => tooLong(data, { content: textRules.update, location: textRules.location })

/** Longer side in pixels. */
const pictureSide = 1600

const showFailure = (error: unknown) => toastFailure(error, 'Failed to post the update. Please try again.')

export interface UpdateFormProps {
  entries: readonly Entry[]
  onDone(): void
  /** Action beside the submit button. */
  action?: ReactNode
}

export function UpdateForm({ entries, onDone, action }: UpdateFormProps) {
  const update = useApiMutation(postUpdate)
  const picture = usePicture(pictureSide)
  const idOf = useRetryId()
  const [only] = entries.length === 1 ? entries : []

  const post = async (data: FormData) => {
    const imageId = await picture.imageId()
    const location = textOf(data, 'location').trim()
    const body = {
      tournamentEntryId: only?.id ?? textOf(data, 'tournamentEntryId'),
      content: textOf(data, 'content'),
      ...(location !== '' && { location }),
      ...(imageId !== null && { imageId }),
    }
    await update.send({ body: { ...body, id: idOf(body) } })
    toast({ title: 'Update posted', description: 'Everybody sees it now.' })
    onDone()
  }

  return (
    <Form row={only?.id} onSubmit={post} onError={showFailure} messages={messages} check={check}>
      {!only && (
        <SelectField
          label="Boat"
          name="tournamentEntryId"
          required
          placeholder="Choose a boat"
          options={entries.map(({ id, boat }) => ({ value: id, label: boat.name }))}
        />
      )}
      <TextareaField label="What is happening?" name="content" rows={3} required />
      <Field label="Location" name="location" autoComplete="off" hint="Optional: where the boat is." />
      <PictureField label="Picture (optional)" picture={picture} />
      <FormActions>
        <SubmitButton>Post Update</SubmitButton>
        {action}
      </FormActions>
    </Form>
  )
}
