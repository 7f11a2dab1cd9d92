import { type ComponentType, useEffect, useState } from 'react'
import { carryToasts, dismissToast, toastStore } from '#client/lib/toast.ts'
import { useStore } from '#client/lib/use-store.ts'
import type { ToastViewProps } from '#client/ui/overlays/toast-view.tsx'

/** Present from the start: screen readers often miss a live region that arrives with its text. */
export function ToastRegion() {
  const toast = useStore(toastStore, null)
  const [View, setView] = useState<ComponentType<ToastViewProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const hasToast = toast !== null

  useEffect(carryToasts, [])

  useEffect(() => {
    if (!hasToast || View) return
    import('#client/ui/overlays/toast-view.tsx').then(
      module => setView(() => module.ToastView),
      () => setFailed(true),
    )
  }, [hasToast, View])

  // Offline the chunk may be missing: dismiss anyway.
  useEffect(() => {
    if (!hasFailed || !toast || toast.duration === Infinity) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [hasFailed, toast])

  const isUrgent = toast?.variant === 'destructive'
  const politeness = toast?.isCarried ? 'off' : 'polite'
  return (
    <div role={isUrgent ? 'alert' : 'status'} aria-live={isUrgent ? 'assertive' : politeness}>
      {View && <View toast={toast} />}
      {hasFailed && !View && toast && (
        <span key={toast.id}>{[toast.title, toast.description].filter(Boolean).join('. ')}</span>
      )}
    </div>
  )
}
