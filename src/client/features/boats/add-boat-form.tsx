import { createBoat } from '#client/api/boats.ts'
import { usePicture } from '#client/api/use-picture.ts'
import { untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import {
  BoatFields,
  boatIn,
  boatMessages,
  boatPictureSide,
  checkBoat,
  toastBoatFailure,
} from './boat-fields.tsx'

export function AddBoatForm() {
  const picture = usePicture(boatPictureSide)

  const add = async (data: FormData) => {
    const imageId = await picture.settled()
    await createBoat({ body: { ...boatIn(data), imageId } })
    toastAfterNavigation({ title: 'Success', description: 'Your boat has been added successfully.' })
    location.assign(paths.boats())
    await untilTheNextPage()
  }

  return (
    <Form
      onSubmit={add}
      onError={error => toastBoatFailure(error, 'Failed to add boat. Please try again.')}
      messages={boatMessages}
      check={checkBoat}
    >
      <BoatFields />
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
