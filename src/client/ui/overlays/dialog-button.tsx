import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps, IconButton } from '#client/ui/controls/button.tsx'
import { Labelled, type LabelledProps } from '#client/ui/controls/labelled.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog, preloadDialog } from '#client/ui/overlays/dialog.tsx'
import type { DialogProps } from '#client/ui/overlays/dialog-view.tsx'

type OpenerProps = Pick<ButtonProps, 'variant' | 'size' | 'aria-label' | 'aria-disabled'> &
  ((LabelledProps & { icon?: undefined }) | { label: string; icon: ReactNode; about?: undefined })

/** The button of a dialog that outlives it. */
export function Opener({ onOpen, ...opener }: OpenerProps & { onOpen(): void }) {
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
    /** False hides the button. An open dialog stays, with what is typed in it. */
    isOffered?: boolean
    children(close: () => void): ReactNode
  }

export function DialogButton({
  title,
  description,
  closable,
  initialFocus,
  wide = false,
  startsOpen = false,
  isOffered = true,
  children,
  ...opener
}: DialogButtonProps) {
  /** One object for each time that it opens; null: closed. */
  const [opening, setOpening] = useState<object | null>(startsOpen ? {} : null)
  // A late answer doesn't close what was opened since.
  const close = () => setOpening(current => (current === opening ? null : current))
  return (
    <>
      {isOffered && <Opener {...opener} onOpen={() => setOpening({})} />}
      <Dialog
        {...{ title, description, closable, initialFocus }}
        open={opening !== null}
        size={wide ? 'lg' : 'md'}
        onOpenChange={close}
      >
        {opening && children(close)}
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
