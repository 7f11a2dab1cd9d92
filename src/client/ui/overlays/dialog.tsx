import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dismissToast } from '#client/lib/toast.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import type { DialogProps } from '#client/ui/overlays/dialog-view.tsx'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'

const view = lazyPart(async () => (await import('#client/ui/overlays/dialog-view.tsx')).DialogView)

export const preloadDialog = view.preload

export function Dialog(props: DialogProps) {
  const isHydrated = useHydrated()
  const [isUsed, setUsed] = useState(props.open)
  if (props.open && !isUsed) setUsed(true)
  // Toasts would cover the buttons on phones.
  useEffect(() => {
    if (props.open) dismissToast()
  }, [props.open])
  const View = view.usePart(isUsed && props.open, () => props.onOpenChange(false))
  return isHydrated && isUsed && View ? <View {...props} /> : null
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  destructive?: boolean | undefined
  /** The dialog stays open with a message if it rejects. */
  onConfirm(): Promise<void> | void
  onError?: ((error: unknown) => void) | undefined
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  onConfirm,
  onError,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const change = (next: boolean) => {
    setFailed(false)
    onOpenChange(next)
  }

  const confirm = async () => {
    setPending(true)
    setFailed(false)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      if (onError) onError(error)
      else setFailed(true)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={description}
      role="alertdialog"
      closable={!pending}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} variant="secondary" disabled={pending} onClick={() => change(false)}>
            {cancelLabel}
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'action'}
            pending={pending}
            pendingLabel="Loading..."
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {hasFailed && <Failure>That did not work. Please try again.</Failure>}
    </Dialog>
  )
}
