import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusAfter, rememberFocus } from '#client/lib/keep-focus.ts'
import { IconButton } from '#client/ui/controls/button.tsx'
import { backdropClass } from '#client/ui/overlays/backdrop.ts'
import { css, cva } from '#styled/css/index.js'

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The affirmative one last. */
  actions?: ReactNode
  size?: 'md' | 'lg' | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  /** Default: the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** False while pending. */
  closable?: boolean | undefined
}

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
    column: '4',
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

const heading = css({ textStyle: 'heading', paddingInlineEnd: '10' })
const text = css({ color: 'inkMuted' })
const close = css({ position: 'absolute', top: '2', insetInlineEnd: '2' })
const buttons = css({
  display: 'flex',
  flexDirection: { base: 'column-reverse', sm: 'row' },
  justifyContent: 'flex-end',
  gap: '3',
  paddingTop: '2',
})

export function DialogView({
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
  const opener = useRef<() => HTMLElement | null>(() => null)
  const isTyped = useRef(false)
  // Runs before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    isTyped.current = false
    opener.current = rememberFocus()
  }, [open])
  return (
    <Ark.Root
      open={open}
      onOpenChange={details => onOpenChange(details.open)}
      role={role}
      lazyMount
      unmountOnExit
      closeOnEscape={closable}
      closeOnInteractOutside={closable && role === 'dialog'}
      // A tap beside it doesn't discard typed text.
      onInteractOutside={event => isTyped.current && event.preventDefault()}
      finalFocusEl={() => opener.current()}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
    >
      <Portal>
        <Ark.Backdrop className={backdropClass} />
        <Ark.Positioner className={positioner}>
          <Ark.Content
            ref={(dialog: HTMLDivElement | null) => {
              if (dialog) focusAfter.set(dialog, () => opener.current())
            }}
            className={content({ size })}
            onInput={() => {
              isTyped.current = true
            }}
          >
            <Ark.Title className={heading}>{title}</Ark.Title>
            {description && <Ark.Description className={text}>{description}</Ark.Description>}
            {children}
            {actions && <div className={buttons}>{actions}</div>}
            <IconButton
              label="Close"
              // While the fields load, the dialog itself takes the focus: Enter closes nothing, and Tab leads on.
              data-no-autofocus
              className={close}
              disabled={!closable}
              onClick={() => onOpenChange(false)}
            >
              <X size={22} />
            </IconButton>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
