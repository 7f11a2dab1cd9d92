import Trash2 from 'lucide-react/icons/trash-2'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { deleteCatch } from '#client/tournaments/api/catches.ts'
import { ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Catch } from '#contract/tournaments/catches.ts'

interface Props {
  fish: Catch
  /** "Reel Deal, 412.5 lbs Blue Marlin" */
  what: string
  needsReason: boolean
}

export function DeleteCatch({ fish, what, needsReason }: Props) {
  const deletion = useApiMutation(deleteCatch, 'Failed to delete the catch. Please try again.')
  const remove = async (reason?: string) => {
    await deletion.send({ params: { id: fish.id }, ...(reason !== undefined && { body: { reason } }) })
    toast({ title: 'Catch deleted', description: `${what}. Positions are up to date.` })
  }
  const opener = {
    label: `Delete ${what}`,
    icon: <Trash2 size={20} />,
    title: 'Delete this catch?',
    description: `${what}. Its update goes with it, and the positions follow.`,
  }
  if (!needsReason)
    return (
      <ConfirmButton
        {...opener}
        confirmLabel="Delete Catch"
        destructive
        onConfirm={() => remove()}
        onError={deletion.fail}
      />
    )
  return (
    <DialogButton {...opener}>
      {close => (
        <ReasonForm
          row={fish.id}
          submit="Delete Catch"
          cancel="Keep It"
          destructive
          onReason={remove}
          onError={deletion.fail}
          onCancel={close}
        />
      )}
    </DialogButton>
  )
}
