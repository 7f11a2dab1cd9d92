import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import X from 'lucide-react/icons/x'
import { IconButton } from '#client/ui/controls/button.tsx'
import type { DrawerProps } from '#client/ui/overlays/drawer.tsx'
import { backdropClass, closeClass, overlayTitleClass } from '#client/ui/overlays/overlay.ts'
import { css, cva } from '#styled/css/index.js'

const positioner = css({ position: 'fixed', inset: '0', zIndex: 'overlay', display: 'flex' })

const content = cva({
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    width: 'min(20rem, calc(100vw - 3rem))',
    height: '100dvh',
    overflowY: 'auto',
    padding: '5',
    paddingTop: 'max(1.25rem, env(safe-area-inset-top))',
    paddingBottom: 'max(1.25rem, env(safe-area-inset-bottom))',
    backgroundColor: 'raised',
    color: 'ink',
    boxShadow: 'overlay',
    '&:focus': { outline: 'none' },
  },
  variants: {
    side: {
      left: {
        marginRight: 'auto',
        '&[data-state=open]': { animation: 'fromLeft' },
        '&[data-state=closed]': { animation: 'toLeft' },
      },
      right: {
        marginLeft: 'auto',
        '&[data-state=open]': { animation: 'fromRight' },
        '&[data-state=closed]': { animation: 'toRight' },
      },
    },
  },
  defaultVariants: { side: 'right' },
})

/** Drawer once it has been opened; see drawer.tsx. */
export function DrawerView({ open, onOpenChange, title, side = 'right', children }: DrawerProps) {
  return (
    <Ark.Root open={open} onOpenChange={details => onOpenChange(details.open)} lazyMount unmountOnExit>
      <Portal>
        <Ark.Backdrop className={backdropClass} />
        <Ark.Positioner className={positioner}>
          <Ark.Content className={content({ side })}>
            <Ark.Title className={overlayTitleClass}>{title}</Ark.Title>
            {children}
            <IconButton label="Close" className={closeClass} onClick={() => onOpenChange(false)}>
              <X size={22} aria-hidden />
            </IconButton>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
