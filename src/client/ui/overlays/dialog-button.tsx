import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx'
import { Dialog, type DialogProps, preloadDialog } from '#client/ui/overlays/dialog.tsx'

export interface DialogButtonProps extends Pick<DialogProps, 'title' | 'description'> {
  /** What the button says. */
  label: ReactNode
  variant?: ButtonProps['variant']
  /** What the dialog has in it: made anew at each opening, so that nothing of the last time is left. */
  children(close: () => void): ReactNode
}

/** A button with the dialog that it opens, loaded when somebody comes near. */
export function DialogButton({ label, variant, title, description, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {open && children(() => setOpen(false))}
      </Dialog>
    </>
  )
}
