import { api } from '#client/api/client.ts'
import type { PushSubscriptionChangeEvent, ServiceWorkerScope } from '#client/lib/worker-types.ts'
import { bodyOf } from '#client/notifications/api/push.ts'
import { type PushMessage, readMessage } from './push-message.ts'

/**
 * Service worker for the whole site, built as `/push-worker.js`. Shows pushed messages and opens their pages; handles no
 * requests. Beside it the crew app and the kiosk have workers of their own, for narrower scopes.
 */

declare const self: ServiceWorkerScope

/** Missing in TypeScript's DOM types. */
interface ShownOptions extends NotificationOptions {
  /** Alerts again when it replaces a notification. */
  renotify: boolean
}

function show({ title, body, path, tag }: PushMessage): Promise<void> {
  const options: ShownOptions = {
    body,
    tag,
    renotify: tag !== '',
    icon: '/crew/icon-192.png',
    badge: '/badge.png',
    data: path,
  }
  return self.registration.showNotification(title, options)
}

/** Opens a page; never replaces another open page, which may hold input. */
async function openPage(path: string): Promise<void> {
  const { href } = new URL(path, location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const samePage = pages.find(({ url }) => url === href)
  await (samePage ? samePage.focus() : self.clients.openWindow(href))
}

/**
 * The push service has replaced or dropped the subscription. The worker doesn't know whose it is, but the server knows
 * whose the old one was; without it, the next page of that person renews it.
 */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (oldSubscription === null) return
  const { endpoint, options } = oldSubscription
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  await api('POST /api/push/subscriptions', { body: { ...bodyOf(subscription), replaces: endpoint } })
}

self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))
self.addEventListener('push', event => event.waitUntil(show(readMessage(event.data?.text() ?? ''))))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  const path: unknown = event.notification.data
  event.waitUntil(openPage(typeof path === 'string' ? path : '/'))
})
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))
