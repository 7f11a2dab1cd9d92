import { useEffect } from 'react'
import { toast } from '#client/lib/toast.ts'
import { ConfirmDialog } from '#client/ui/overlays/dialog.tsx'
import type { QueueItem } from './item.ts'
import { getQueue } from './runtime.ts'

/** A tab that dies with its question open lets go of the item after this. */
const heldForMs = 180_000
const heldAgainMs = 60_000

/** @returns whether it may be deleted; nobody takes it up meanwhile */
export const holdForQuestion = (id: string) => getQueue().hold(id, Date.now() + heldForMs)

/** Holds on while the question is open, and lets go with it. */
function useHold(id: string, open: boolean): void {
  useEffect(() => {
    if (!open) return
    const holding = setInterval(() => void holdForQuestion(id).catch(() => {}), heldAgainMs)
    return () => {
      clearInterval(holding)
      void getQueue()
        .hold(id, 0)
        .catch(() => {})
    }
  }, [id, open])
}

/** What is lost by deleting an item. */
const lossOf = ({ localUri }: QueueItem) =>
  localUri === null
    ? 'It is uploaded but not posted. This action cannot be undone.'
    : 'It is only on this device. This action cannot be undone.'

interface Props {
  /** Held already, see {@link holdForQuestion}. */
  item: QueueItem
  open: boolean
  onOpenChange(open: boolean): void
}

/** Asks, then deletes a video that is not posted. */
export function DeleteVideo({ item, open, onOpenChange }: Props) {
  useHold(item.id, open)
  const remove = async () => {
    if (await getQueue().delete(item.id)) toast({ title: 'Video deleted' })
    // Its post was on its way as the question came up.
    else toast({ title: 'Failed to delete', description: 'It is posted by now.', variant: 'destructive' })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Video?"
      description={lossOf(item)}
      confirmLabel="Delete"
      destructive
      onConfirm={remove}
    />
  )
}
