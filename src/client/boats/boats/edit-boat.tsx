import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { usePicture } from '#client/api/use-picture.ts'
import { changeBoat } from '#client/boats/api/boats.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { SubmitButton } from '#client/ui/forms/form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { BoatForm, type BoatTexts, boatPictureSide } from './boat-form.tsx'

/** Dialog in which the owner edits the boat. */
export const EditBoat = ({ boat }: { boat: BoatTexts }) => (
  <DialogButton
    label={
      <>
        <Pencil size={20} />
        Edit
      </>
    }
    about={` ${boat.name}`}
    variant="secondary"
    title={`Edit ${boat.name}`}
  >
    {close => <EditForm boat={boat} onDone={close} />}
  </DialogButton>
)

function EditForm({ boat, onDone }: { boat: BoatTexts; onDone(): void }) {
  const change = useApiMutation(changeBoat)
  const picture = usePicture(boatPictureSide)
  const [isRemoved, setRemoved] = useState(false)
  return (
    <BoatForm
      boat={boat}
      picture={{
        ...picture,
        image: picture.image ?? (isRemoved || boat.imageUrl === null ? null : { url: boat.imageUrl }),
        remove() {
          picture.remove()
          setRemoved(true)
        },
      }}
      failure="Failed to save the boat. Please try again."
      onSubmit={async fields => {
        const imageId = await picture.imageId()
        const hasChanged = imageId !== null || isRemoved
        await change.send({ params: { id: boat.id }, body: { ...fields, ...(hasChanged && { imageId }) } })
        toast({ title: 'Saved', description: `${fields.name.trim()} is up to date.` })
        onDone()
      }}
    >
      <SubmitButton>Save Boat</SubmitButton>
      <Button variant="secondary" onClick={onDone}>
        Cancel
      </Button>
    </BoatForm>
  )
}
