import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps, IconButton } from '#client/ui/controls/button.tsx'
import { Labelled, type LabelledProps } from '#client/ui/controls/labelled.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog, preloadDialog } from '#client/ui/overlays/dialog.tsx'
import type { DialogProps } from '#client/ui/overlays/dialog-view.tsx'

type OpenerProps = Pick<ButtonProps, 'variant' | 'size' | 'aria-label' | 'aria-disabled'> &
  ((LabelledProps & { icon?: undefined }) | { label: string; icon: ReactNode; about?: undefined })

function Opener({ onOpen, ...opener }: OpenerProps & { onOpen(): void }) {
  const { variant, size, 'aria-label': name, 'aria-disabled': isDisabled } = opener
  const buttonProps = {
    variant,
    size,
    'aria-disabled': isDisabled,
    onPointerEnter: preloadDialog,
    onFocus: preloadDialog,
    onClick: () => !isDisabled && onOpen(),
  }
  return opener.icon === undefined ? (
    <Button {...buttonProps} aria-label={name}>
      <Labelled label={opener.label} about={opener.about} />
    </Button>
  ) : (
    <IconButton {...buttonProps} label={opener.label}>
      {opener.icon}
    </IconButton>
  )
}

export type DialogButtonProps = OpenerProps &
  Pick<DialogProps, 'title' | 'description' | 'closable' | 'initialFocus'> & {
    /** Makes room for fields side by side. */
    wide?: boolean
    startsOpen?: boolean
    children(close: () => void): ReactNode
  }

export function DialogButton({
  title,
  description,
  closable,
  initialFocus,
  wide = false,
  startsOpen = false,
  children,
  ...opener
}: DialogButtonProps) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <>
      <Opener {...opener} onOpen={() => setOpen(true)} />
      <Dialog
        {...{ open, title, description, closable, initialFocus }}
        size={wide ? 'lg' : 'md'}
        onOpenChange={setOpen}
      >
        {open && children(() => setOpen(false))}
      </Dialog>
    </>
  )
}

export type ConfirmButtonProps = OpenerProps & Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>

/** Asks for confirmation. */
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
