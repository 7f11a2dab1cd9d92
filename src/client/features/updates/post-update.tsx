import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog, preloadDialog } from '#client/ui/dialog.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Entry } from '#contract/tournaments.ts'
import { UpdateForm } from './update-form.tsx'

/** Lets the owner or the crew of a boat post an update about it. */
export function PostUpdate({ entry, tournamentId }: { entry: Entry; tournamentId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpen(true)}>
        <MessageSquarePlus size={20} aria-hidden />
        Post Update<VisuallyHidden> about {entry.boat.name}</VisuallyHidden>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={`Update from ${entry.boat.name}`}>
        {open && (
          <UpdateForm
            tournamentId={tournamentId}
            entries={[entry]}
            onDone={close}
            action={
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
            }
          />
        )}
      </Dialog>
    </>
  )
}
