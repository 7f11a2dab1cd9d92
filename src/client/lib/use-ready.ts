import { useEffect } from 'react'
import { markHydrated } from './ready.ts'

/** Marks the document as interactive and submits a held form. */
export function useReady(): void {
  useEffect(() => {
    if (window.__ready) return
    window.__ready = true
    document.documentElement.dataset.ready = ''
    markHydrated()
    const form = window.__early
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }, [])
}
