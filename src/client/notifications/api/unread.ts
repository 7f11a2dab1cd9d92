import { api } from '#client/api/client.ts'
import { makeEmitter } from '#client/lib/store.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import { unreadText } from '#client/notifications/unread-text.ts'

/** The number at the bell, in plain DOM: pages without React have one too. */

const emitter = makeEmitter()

/** Called when this person has new notifications, or has read some elsewhere. */
export const onNotification = emitter.subscribe

/** Reads the number of unread notifications into the bells. Without a connection it stays. */
export async function refreshUnread(): Promise<void> {
  try {
    const { unread } = await api('GET /api/notices/unread')
    for (const bell of document.querySelectorAll('[data-unread]')) bell.textContent = unreadText(unread)
  } catch (error) {
    handleUnauthorized(error)
  }
}

export function reportNotifications(): void {
  void refreshUnread()
  emitter.emit()
}
