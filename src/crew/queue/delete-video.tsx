import { useEffect } from 'react'
import { toast } from '#client/lib/toast.ts'
import { ConfirmDialog } from '#client/ui/overlays/dialog.tsx'
import type { QueueItem } from './item.ts'
import { getQueue } from './runtime.ts'

const heldForMs = 180_000
const heldAgainMs = 60_000

/** @returns whether it can be deleted */
export const holdForDeletion = (id: string) => getQueue().hold(id, Date.now() + heldForMs)

function useHold(id: string, open: boolean): void {
  useEffect(() => {
    if (!open) return
    const holding = setInterval(() => void holdForDeletion(id).catch(() => {}), heldAgainMs)
    return () => {
      clearInterval(holding)
      void getQueue()
        .hold(id, 0)
        .catch(() => {})
    }
  }, [id, open])
}

const lossOf = ({ localUri }: QueueItem) =>
  localUri === null
    ? 'It’s uploaded but not posted. This action cannot be undone.'
    : 'It’s only on this device. This action cannot be undone.'

interface Props {
  /** Paused by {@link holdForDeletion}. */
  item: QueueItem
  open: boolean
  onOpenChange(open: boolean): void
}

export function DeleteVideo({ item, open, onOpenChange }: Props) {
  useHold(item.id, open)
  const remove = async () => {
    if (await getQueue().delete(item.id)) toast({ title: 'Video deleted' })
    else toast({ title: 'Failed to delete', description: 'It has been posted.', variant: 'destructive' })
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
