import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { usePicture } from '#client/api/use-picture.ts'
import { changeBoat } from '#client/boats/api/boats.ts'
import { toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { BoatFields, boatIn, boatMessages, boatPictureSide, checkBoat } from './boat-fields.tsx'

export function EditBoat({ boat }: { boat: Boat }) {
  return (
    <DialogButton
      label={
        <>
          <Pencil size={18} aria-hidden />
          Edit<VisuallyHidden> {boat.name}</VisuallyHidden>
        </>
      }
      variant="secondary"
      title={`Edit ${boat.name}`}
    >
      {close => <EditForm boat={boat} onDone={close} />}
    </DialogButton>
  )
}

function EditForm({ boat, onDone }: { boat: Boat; onDone(): void }) {
  const change = useApiMutation(changeBoat)
  const picture = usePicture(boatPictureSide)
  const [keeps, setKeeps] = useState(boat.imageUrl !== null)
  const known = keeps && boat.imageUrl !== null ? { url: boat.imageUrl } : null

  const save = async (data: FormData) => {
    const fields = boatIn(data)
    const imageId = await picture.settled()
    const hasChanged = imageId !== null || (!keeps && boat.imageUrl !== null)
    await change.send({
      params: { id: boat.id },
      body: { ...fields, ...(hasChanged && { imageId }) },
    })
    toast({ title: 'Saved', description: `${fields.name.trim()} is up to date.` })
    onDone()
  }

  return (
    <Form
      onSubmit={save}
      onError={error => toastFailure(error, 'Failed to save the boat. Please try again.')}
      messages={boatMessages}
      check={checkBoat}
    >
      <BoatFields boat={boat} />
      <PictureField
        label="Picture (optional)"
        picture={{
          ...picture,
          image: picture.image ?? known,
          remove() {
            picture.remove()
            setKeeps(false)
          },
        }}
      />
      <FormActions>
        <SubmitButton>Save Boat</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
