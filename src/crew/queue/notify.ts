import { productName } from '#contract/site-name.ts'
import { preferences } from '../lib/preferences.ts'
import type { QueueItem, QueueStatus } from './item.ts'

let siteName = productName

/** Sets the name in the titles of notifications. */
export function setSiteName(name: string): void {
  siteName = name
}

const statuses = new Map<string, QueueStatus>()

function textOf({ status, failure, meta, errorMessage }: QueueItem): string | null {
  if (status === 'POSTED') return 'Your video is in My Posts.'
  if (status === 'READY_TO_POST' && meta.onUploaded === null)
    return 'Your video is uploaded. Add a caption and publish it.'
  if (status === 'FAILED' && failure === 'refused') return errorMessage
  return null
}

export function notifyInBackground(item: QueueItem): void {
  const isNew = statuses.get(item.id) !== item.status
  statuses.set(item.id, item.status)
  const text = textOf(item)
  if (!isNew || text === null || document.visibilityState === 'visible') return
  if (
    !preferences().notifications ||
    !('Notification' in globalThis) ||
    Notification.permission !== 'granted'
  )
    return
  const options = { body: text, tag: item.id, icon: '/crew/icon-192.png' }
  void navigator.serviceWorker
    ?.getRegistration('/crew')
    .then(registration => registration?.showNotification(`${siteName} Crew`, options))
    .catch(() => {})
}
