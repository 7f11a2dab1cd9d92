import { usePicture } from '#client/api/use-picture.ts'
import { createBoat } from '#client/boats/api/boats.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { leaveFor } from '#client/lib/submit.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { SubmitButton } from '#client/ui/forms/form.tsx'
import { BoatForm, boatPictureSide } from './boat-form.tsx'

export function AddBoatForm() {
  const picture = usePicture(boatPictureSide)
  const keyOf = useRetryId()
  const tournament = new URLSearchParams(useBoot().search).get('tournament')
  const back = tournament === null ? paths.boats() : paths.tournament(tournament)
  return (
    <BoatForm
      picture={picture}
      failure="Failed to add boat. Please try again."
      onSubmit={async fields => {
        const body = { ...fields, imageId: await picture.imageId() }
        const { id } = await createBoat({ body, headers: { 'Idempotency-Key': keyOf(body) } })
        await leaveFor(tournament === null ? back : paths.enterBoat(tournament, id), {
          toast: { title: 'Success', description: 'Your boat has been added successfully.' },
        })
      }}
    >
      <SubmitButton>Add Boat</SubmitButton>
      <LinkButton href={back} variant="secondary">
        Cancel
      </LinkButton>
    </BoatForm>
  )
}
