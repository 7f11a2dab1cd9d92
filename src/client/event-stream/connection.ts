import { relativeTime } from '#client/domain/dates.ts'
import { tickMs } from '#client/lib/page-age.ts'
import type { ReadableStore } from '#client/lib/store.ts'
import type { LiveState } from './live.ts'

const find = (part: 'status' | 'age' | 'text'): HTMLElement | null =>
  document.querySelector(`[data-connection=${part}]`)

/** Fills the notice of a page. No React, which could not be loaded without a connection. */
export function showConnection(state: ReadableStore<LiveState>): void {
  const update = () => {
    const [status, age, text] = [find('status'), find('age'), find('text')]
    if (!status || !age || !text) return
    const { isOffline, freshAt } = state.get()
    const lastUpdate = relativeTime(new Date(freshAt).toISOString(), Date.now())
    text.textContent = isOffline ? `No connection. Last updated ${lastUpdate}.` : ''
    if (age.hidden !== isOffline) return
    age.hidden = !isOffline
    // Announced once.
    status.textContent = isOffline ? 'No connection. What is shown may be out of date.' : ''
    // Toasts are above it.
    const { style } = document.documentElement
    if (isOffline) style.setProperty('--toast-offset', '4.5rem')
    else style.removeProperty('--toast-offset')
  }
  update()
  state.subscribe(update)
  setInterval(update, tickMs)
}
