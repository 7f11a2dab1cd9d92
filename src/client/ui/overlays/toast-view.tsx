import { Toast as Ark, createToaster, Toaster, useToastContext } from '@ark-ui/react/toast'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { dismissToast, type Toast, type ToastAction, type ToastLink, toastRuns } from '#client/lib/toast.ts'
import { TextButton, TextLink } from '#client/ui/controls/link.tsx'
import { css, cx } from '#styled/css/index.js'

export interface ToastViewProps {
  toast: Toast | null
}

const SWIPE = 50

const isPhone = matchMedia('(max-width: 40rem), (max-height: 30rem)').matches
/** Its buttons are at the bottom of a phone, and thumbs on them. */
const isCrewApp = document.documentElement.dataset.surface === 'crew'

// Pages set --toast-offset and --toast-end, height-variable.ts --bottom-bar and --top-bars.
const toaster = createToaster({
  placement: isPhone ? (isCrewApp ? 'top' : 'bottom') : 'bottom-end',
  max: 1,
  duration: 5000,
  removeDelay: 200,
  hotkey: ['F8'],
  offsets: {
    left: '1rem',
    right: 'var(--toast-end, 1rem)',
    top: 'calc(max(0.5rem, env(safe-area-inset-top)) + var(--top-bars, 0rem))',
    bottom: 'calc(var(--bottom-bar, 0rem) + var(--toast-offset, 1rem))',
  },
})

const region = css({
  width: 'min(26rem, calc(100vw - 1rem - var(--toast-end, 1rem)))',
  '&:focus': { outline: 'none' },
  '@media print': { display: 'none!' },
  // Dialogs of phones have their buttons at the bottom.
  '@media (max-width: 40rem), (max-height: 30rem)': {
    'html:has([data-scope=dialog][data-part=content]) &': {
      top: 'calc(max(0.5rem, env(safe-area-inset-top)) + var(--top-bars, 0rem))!',
      bottom: 'auto!',
      '& > *': { top: '0!', bottom: 'auto!' },
    },
  },
  // Toasts lie above the fields of the next fish.
  '@media (max-width: 40rem) and (orientation: portrait)': {
    'html:has([data-toasts=top]) &': {
      top: 'calc(max(0.5rem, env(safe-area-inset-top)) + var(--top-bars, 0rem))!',
      bottom: 'auto!',
      '& > *': { top: '0!', bottom: 'auto!' },
    },
  },
})
const card = css({
  insetInline: '0',
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  alignItems: 'start',
  columnGap: { base: '3', _crew: '2' },
  padding: '3',
  paddingInlineStart: '4',
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderRadius: 'lg',
  borderWidth: '1px',
  borderColor: 'edge',
  borderInlineStartWidth: '6px',
  boxShadow: 'overlay',
  touchAction: 'pan-y',
  opacity: 'var(--opacity)',
  translate: '0 var(--y)',
  transitionProperty: 'translate, opacity, transform',
  transitionDuration: 'slow',
  transitionTimingFunction: 'out',
})
const calm = css({ borderInlineStartColor: 'kelp' })
const urgent = css({ borderInlineStartColor: 'live' })
const mark = css({ marginTop: '2.5' })
const calmMark = css({ color: 'kelpInk' })
const urgentMark = css({ color: 'danger' })
const words = css({ display: 'flex', flexDirection: 'column', paddingBlock: '2', minWidth: '0' })
const titleClass = css({
  fontWeight: 'semibold',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  lineClamp: '3',
})
const descriptionClass = css({
  textStyle: 'small',
  color: 'onHullMuted',
  overflowWrap: 'anywhere',
  lineClamp: '3',
})
const close = css({
  display: 'grid',
  placeItems: 'center',
  width: { base: 'touch', _crew: '56px' },
  height: { base: 'touch', _crew: '56px' },
  marginInlineEnd: { _crew: '-2' },
  borderRadius: 'md',
  cursor: 'pointer',
  color: 'onHullMuted',
  '&:hover': { color: 'onHull' },
})

export function ToastView({ toast }: ToastViewProps) {
  const shownId = useRef(0)
  const group = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  // Ark's live region, inside that of `ToastRegion`: some screen readers read out both.
  useLayoutEffect(() => group.current?.removeAttribute('aria-live'), [])
  useEffect(() => {
    const giveFocusBack = () => {
      if (!group.current?.contains(document.activeElement)) return
      const { current } = cameFrom
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true })
    }
    if (!toast) {
      const timer = setTimeout(() => {
        giveFocusBack()
        toaster.dismiss()
      })
      return () => clearTimeout(timer)
    }
    if (shownId.current === toast.id) return
    // Ark ignores toasts created before its first microtask.
    const timer = setTimeout(() => {
      shownId.current = toast.id
      toaster.remove()
      toaster.create({
        id: `toast-${toast.id}`,
        title: toast.title,
        description: toast.description,
        type: toast.variant === 'destructive' ? 'error' : 'info',
        duration: toast.duration,
        meta: { link: toast.link, action: toast.action },
        onStatusChange: ({ status }) => {
          if (status !== 'visible') dismissToast(toast.id)
        },
      })
    })
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <Toaster
      ref={group}
      toaster={toaster}
      className={region}
      aria-label="Notifications (F8)"
      onFocusCapture={({ currentTarget, relatedTarget }) => {
        toaster.pause()
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlurCapture={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) toaster.resume()
      }}
    >
      {item => (
        <ToastCard
          number={Number(item.id?.replace('toast-', ''))}
          bad={item.type === 'error'}
          title={item.title}
          description={item.description}
          link={item.meta?.link ?? null}
          action={item.meta?.action ?? null}
        />
      )}
    </Toaster>
  )
}

/** Ark returns the focus whenever it leaves the group, so that Tab would never get past a toast. */
const hideFromGroup = (event: FocusEvent) => event.stopPropagation()

interface ToastCardProps {
  number: number
  bad: boolean
  title: ReactNode
  description: ReactNode
  link: ToastLink | null
  action: ToastAction | null
}

function ToastCard({ number, bad, title, description, link, action }: ToastCardProps) {
  const { paused } = useToastContext()
  const start = useRef<number | null>(null)

  useEffect(() => {
    toastRuns(number, !paused)
  }, [number, paused])

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('button, a')) return
    start.current = event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current === null) return
    event.currentTarget.style.transform = `translateX(${event.clientX - start.current}px)`
  }
  const up = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current === null) return
    const distance = event.clientX - start.current
    start.current = null
    if (Math.abs(distance) >= SWIPE && event.type === 'pointerup') {
      event.currentTarget.style.transform = `translateX(${distance > 0 ? 120 : -120}%)`
      dismissToast(number)
    } else {
      event.currentTarget.style.transform = ''
    }
  }

  const Icon = bad ? CircleAlert : Info
  return (
    <Ark.Root
      className={cx(card, bad ? urgent : calm)}
      role="group"
      onFocus={hideFromGroup}
      onBlur={hideFromGroup}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      <Icon size={22} className={cx(mark, bad ? urgentMark : calmMark)} />
      <div className={words}>
        <Ark.Title className={titleClass}>{title}</Ark.Title>
        {description && <Ark.Description className={descriptionClass}>{description}</Ark.Description>}
        {link && (
          <TextLink href={link.href} standalone>
            {link.label}
          </TextLink>
        )}
        {action && (
          <TextButton
            onClick={() => {
              dismissToast(number)
              action.run()
            }}
          >
            {action.label}
          </TextButton>
        )}
      </div>
      <Ark.CloseTrigger className={close} aria-label="Close">
        <X size={20} />
      </Ark.CloseTrigger>
    </Ark.Root>
  )
}
