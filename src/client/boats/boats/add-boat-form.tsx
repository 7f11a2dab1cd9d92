import { usePicture } from '#client/api/use-picture.ts'
import { createBoat } from '#client/boats/api/boats.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { toastFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import { BoatFields, boatIn, boatMessages, boatPictureSide, checkBoat } from './boat-fields.tsx'

export function AddBoatForm() {
  const picture = usePicture(boatPictureSide)
  const tournament = new URLSearchParams(useBoot().search).get('tournament')
  const back = tournament === null ? paths.boats() : paths.tournament(tournament)

  const add = async (data: FormData) => {
    const imageId = await picture.settled()
    await createBoat({ body: { ...boatIn(data), imageId } })
    toastAfterNavigation({ title: 'Success', description: 'Your boat has been added successfully.' })
    location.assign(back)
    await untilTheNextPage()
  }

  return (
    <Form
      onSubmit={add}
      onError={error => toastFailure(error, 'Failed to add boat. Please try again.')}
      messages={boatMessages}
      check={checkBoat}
    >
      <BoatFields />
      <PictureField label="Picture (optional)" picture={picture} />
      <FormActions>
        <SubmitButton>Add Boat</SubmitButton>
        <LinkButton href={back} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
