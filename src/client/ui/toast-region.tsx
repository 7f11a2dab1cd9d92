import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { carryToasts, currentToast, dismissToast, subscribeToast, type Toast } from '#client/ui/toast.ts'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'

export interface ToastViewProps {
  /** Null once it has been dismissed, while it leaves. */
  toast: Toast | null
}

const none = () => null

/** At the document's end. The visible part loads with the first toast; what announces it is here from the
 *  start, because a live region that arrives together with its text is often not read. */
export function ToastRegion() {
  const toast = useSyncExternalStore(subscribeToast, currentToast, none)
  const [View, setView] = useState<ComponentType<ToastViewProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const wanted = toast !== null

  useEffect(carryToasts, [])

  useEffect(() => {
    if (!wanted || View) return
    import('#client/ui/toast-view.tsx').then(
      module => setView(() => module.ToastView),
      () => setFailed(true),
    )
  }, [wanted, View])

  // Offline the chunk may be missing: what was announced still goes away.
  useEffect(() => {
    if (!failed || !toast || toast.duration === Infinity) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [failed, toast])

  const text = toast ? [toast.title, toast.description].filter(Boolean).join('. ') : ''
  const urgent = toast?.variant === 'destructive'
  const hidden = failed && !View ? undefined : hiddenClass
  return (
    <>
      <div role="status" aria-live="polite" className={hidden}>
        {toast && !urgent && <span key={toast.id}>{text}</span>}
      </div>
      <div role="alert" aria-live="assertive" className={hidden}>
        {toast && urgent && <span key={toast.id}>{text}</span>}
      </div>
      {View && <View toast={toast} />}
    </>
  )
}
