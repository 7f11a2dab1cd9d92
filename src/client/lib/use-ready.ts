import { useEffect } from 'react'

/** Tells the document that React answers events now, and sends the form that was sent too early. */
export function useReady(): void {
  useEffect(() => {
    if (window.__ready) return
    window.__ready = true
    document.documentElement.dataset.ready = ''
    const form = window.__early
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }, [])
}
