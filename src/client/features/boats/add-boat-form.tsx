import { PictureError } from '#client/lib/picture.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure, textOf, untilTheNextPage } from '#client/lib/submit.ts'
import { usePicture } from '#client/lib/use-picture.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { Field, TextareaField } from '#client/ui/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/form.tsx'
import { type Messages, tooLong } from '#client/ui/form-rules.ts'
import { PictureField } from '#client/ui/picture-field.tsx'
import { toast, toastAfterNavigation } from '#client/ui/toast.ts'
import { limits } from '#contract/limits.ts'
import { marinaTexts } from '#contract/marina-texts.ts'

const messages: Messages = {
  name: { valueMissing: marinaTexts.boatNameRequired },
  captainName: { valueMissing: marinaTexts.captainNameRequired },
}

const check = (data: FormData) =>
  tooLong(data, {
    name: [limits.nameMax, marinaTexts.nameTooLong],
    captainName: [limits.nameMax, marinaTexts.nameTooLong],
    description: [limits.descriptionMax, marinaTexts.descriptionTooLong],
  })

/** Pixels of a card's picture on a fine screen. */
const pictureSide = 1280

function tell(error: unknown): void {
  if (error instanceof PictureError)
    toast({ title: 'Error', description: error.message, variant: 'destructive' })
  else tellFailure(error, 'Failed to add boat. Please try again.')
}

export function AddBoatForm() {
  const picture = usePicture(pictureSide)

  const add = async (data: FormData) => {
    const imageId = await picture.settled()
    const description = textOf(data, 'description').trim()
    await request('POST', '/api/boats', {
      name: textOf(data, 'name'),
      captainName: textOf(data, 'captainName'),
      ...(description !== '' && { description }),
      ...(imageId !== null && { imageId }),
    })
    toastAfterNavigation({ title: 'Success', description: 'Your boat has been added successfully.' })
    location.assign(paths.boats())
    await untilTheNextPage()
  }

  return (
    <Form onSubmit={add} onError={tell} messages={messages} check={check}>
      <Field label="Boat Name" name="name" autoComplete="off" required />
      <Field label="Captain Name" name="captainName" autoComplete="name" required />
      <TextareaField
        label="Description"
        name="description"
        hint="Optional. What should backers know about boat and crew?"
        rows={4}
      />
      <PictureField label="Picture (optional)" picture={picture} />
      <FormActions>
        <SubmitButton>Add Boat</SubmitButton>
        <LinkButton href={paths.boats()} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
