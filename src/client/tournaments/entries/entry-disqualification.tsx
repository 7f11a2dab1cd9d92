import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { disqualifyEntry, reinstateEntry } from '#client/tournaments/api/rules.ts'
import { ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface Props {
  entry: Entry
}

export function DisqualifyEntry({ entry: { id, boat, disqualified } }: Props) {
  const ruling = useApiMutation(disqualifyEntry, 'Failed to disqualify the boat. Please try again.')
  return (
    <DialogButton
      label="Disqualify"
      about={` ${boat.name}`}
      variant="secondary"
      title={`Disqualify ${boat.name}?`}
      isOffered={disqualified === undefined}
      description="Its fish no longer count, and the others move up. Its fees stay in the jackpots. You can reinstate it."
    >
      {close => (
        <ReasonForm
          submit="Disqualify Boat"
          destructive
          onError={ruling.fail}
          onCancel={close}
          onReason={async reason => {
            await ruling.send({ params: { id }, body: { reason } })
            toast({ title: 'Boat disqualified', description: `${boat.name} has no place now.` })
            close()
          }}
        />
      )}
    </DialogButton>
  )
}

export function ReinstateEntry({ entry: { id, boat, disqualified } }: Props) {
  const ruling = useApiMutation(reinstateEntry, 'Failed to reinstate the boat. Please try again.')
  return (
    <DialogButton
      label="Reinstate"
      about={` ${boat.name}`}
      variant="secondary"
      title={`Reinstate ${boat.name}?`}
      isOffered={disqualified !== undefined}
      description="Its fish count again."
    >
      {close => (
        <ReasonForm
          submit="Reinstate Boat"
          onError={ruling.fail}
          onCancel={close}
          onReason={async reason => {
            await ruling.send({ params: { id }, body: { reason } })
            toast({ title: 'Boat reinstated', description: `The fish of ${boat.name} count again.` })
            close()
          }}
        />
      )}
    </DialogButton>
  )
}
