import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps, IconButton } from '#client/ui/controls/button.tsx'
import {
  ConfirmDialog,
  type ConfirmDialogProps,
  Dialog,
  type DialogProps,
  preloadDialog,
} from '#client/ui/overlays/dialog.tsx'

type OpenerProps = Pick<ButtonProps, 'variant' | 'size' | 'aria-label' | 'aria-disabled'> &
  (
    | { label: ReactNode; icon?: undefined }
    /** A button with an icon only; `label` is its accessible name. */
    | { label: string; icon: ReactNode }
  )

/** Loads the dialog when the pointer or the focus comes to it. */
function Opener({ onOpen, ...opener }: OpenerProps & { onOpen(): void }) {
  const { variant, size, 'aria-label': name, 'aria-disabled': isDisabled } = opener
  const shared = {
    variant,
    size,
    'aria-disabled': isDisabled,
    onPointerEnter: preloadDialog,
    onFocus: preloadDialog,
    onClick: () => !isDisabled && onOpen(),
  }
  return opener.icon === undefined ? (
    <Button {...shared} aria-label={name}>
      {opener.label}
    </Button>
  ) : (
    <IconButton {...shared} label={opener.label}>
      {opener.icon}
    </IconButton>
  )
}

export type DialogButtonProps = OpenerProps &
  Pick<DialogProps, 'title' | 'description' | 'closable' | 'initialFocus'> & {
    /** The dialog's content, new at each opening. */
    children(close: () => void): ReactNode
  }

/** A button with the dialog that it opens. */
export function DialogButton({
  title,
  description,
  closable,
  initialFocus,
  children,
  ...opener
}: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Opener {...opener} onOpen={() => setOpen(true)} />
      <Dialog {...{ open, title, description, closable, initialFocus }} onOpenChange={setOpen}>
        {open && children(() => setOpen(false))}
      </Dialog>
    </>
  )
}

export type ConfirmButtonProps = OpenerProps & Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>

/** A button that asks before it acts. */
export function ConfirmButton({
  title,
  description,
  confirmLabel,
  cancelLabel,
  destructive,
  onConfirm,
  onError,
  ...opener
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Opener {...opener} onOpen={() => setOpen(true)} />
      <ConfirmDialog
        {...{ open, title, description, confirmLabel, cancelLabel, destructive, onConfirm, onError }}
        onOpenChange={setOpen}
      />
    </>
  )
}
