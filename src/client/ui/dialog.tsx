import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { backdropClass, closeClass, overlayTextClass, overlayTitleClass } from '#client/ui/overlay.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { css, cva } from '#styled/css/index.js'

const positioner = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  alignItems: { base: 'flex-end', sm: 'center' },
  justifyContent: 'center',
  padding: { base: '0', sm: '4' },
  overflowY: 'auto',
})

const content = cva({
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    width: 'full',
    maxHeight: '100dvh',
    overflowY: 'auto',
    padding: { base: '5', sm: '6' },
    paddingBottom: { base: 'max(1.25rem, env(safe-area-inset-bottom))', sm: '6' },
    backgroundColor: 'raised',
    color: 'ink',
    borderTopRadius: 'xl',
    borderBottomRadius: { base: '0', sm: 'xl' },
    boxShadow: 'overlay',
    '&[data-state=open]': { animation: 'riseIn' },
    '&[data-state=closed]': { animation: 'riseOut' },
    '&:focus': { outline: 'none' },
    '@media (forced-colors: active)': { borderWidth: '2px' },
  },
  variants: {
    size: {
      md: { maxWidth: { base: 'full', sm: '30rem' } },
      lg: { maxWidth: { base: 'full', sm: '48rem' } },
    },
  },
  defaultVariants: { size: 'md' },
})

const buttons = css({
  display: 'flex',
  flexDirection: { base: 'column-reverse', sm: 'row' },
  justifyContent: 'flex-end',
  gap: '3',
  paddingTop: '2',
})

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end, the affirmative one last. */
  actions?: ReactNode
  size?: 'md' | 'lg' | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  /** What gets the focus; the first thing that can, by default. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Off while something is being sent that must not be lost sight of. */
  closable?: boolean | undefined
}

export function Dialog(props: DialogProps) {
  // Nothing of it in the server's HTML, and no machine before the first opening.
  const hydrated = useHydrated()
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  return hydrated && used ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  size = 'md',
  role = 'dialog',
  initialFocus,
  closable = true,
}: DialogProps) {
  return (
    <Ark.Root
      open={open}
      onOpenChange={details => onOpenChange(details.open)}
      role={role}
      lazyMount
      unmountOnExit
      closeOnEscape={closable}
      closeOnInteractOutside={closable && role === 'dialog'}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
    >
      <Portal>
        <Ark.Backdrop className={backdropClass} />
        <Ark.Positioner className={positioner}>
          <Ark.Content className={content({ size })}>
            <Ark.Title className={overlayTitleClass}>{title}</Ark.Title>
            {description && <Ark.Description className={overlayTextClass}>{description}</Ark.Description>}
            {children}
            {actions && <div className={buttons}>{actions}</div>}
            <IconButton
              label="Close"
              className={closeClass}
              disabled={!closable}
              onClick={() => onOpenChange(false)}
            >
              <X size={22} aria-hidden />
            </IconButton>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

const failure = css({ color: 'danger', fontWeight: 'medium' })

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: ReactNode
  confirmLabel: string
  pendingLabel?: string | undefined
  cancelLabel?: string | undefined
  destructive?: boolean | undefined
  /** Closes when it succeeds; stays open and says so when it rejects. */
  onConfirm(): Promise<void> | void
  /** Instead of the text in the dialog. */
  onError?: ((error: unknown) => void) | undefined
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  onConfirm,
  onError,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)

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
            pendingLabel={pendingLabel}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failed && (
        <p role="alert" className={failure}>
          That did not work. Please try again.
        </p>
      )}
    </Dialog>
  )
}
