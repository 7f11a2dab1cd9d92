import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { Button } from '#client/ui/controls/button.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { UpdateForm } from './update-form.tsx'

export function PostUpdate({ entry }: { entry: Entry }) {
  return (
    <DialogButton
      label={
        <>
          <MessageSquarePlus size={20} />
          Post Update
        </>
      }
      about={` about ${entry.boat.name}`}
      title={`Update from ${entry.boat.name}`}
    >
      {close => (
        <UpdateForm
          entries={[entry]}
          onDone={close}
          action={
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          }
        />
      )}
    </DialogButton>
  )
}
