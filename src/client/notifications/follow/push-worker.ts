import { api } from '#client/api/client.ts'
import { bodyOf } from '#client/notifications/api/push.ts'
import { type PushMessage, readMessage } from './push-message.ts'

/**
 * Service worker for the whole site, built as `/push-worker.js`. Shows pushed messages and opens their pages; handles no
 * requests. Beside it the crew app and the kiosk have workers of their own, for narrower scopes.
 */

/** From `lib.webworker`, which conflicts with the DOM's types. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Extendable {
  readonly data: { text(): string } | null
}
interface Clicked extends Extendable {
  readonly notification: Notification
}
interface SubscriptionChanged extends Extendable {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}
interface OpenPage {
  readonly url: string
  focus(): Promise<unknown>
}
interface Scope {
  addEventListener(type: 'install', listener: (event: Extendable) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChanged) => void): void
  skipWaiting(): Promise<void>
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>
    openWindow(path: string): Promise<unknown>
  }
}
declare const self: Scope

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

/** Never replaces another open page, which may hold input. */
async function openPage(path: string): Promise<void> {
  const { href } = new URL(path, location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find(({ url }) => url === href)
  await (shown ? shown.focus() : self.clients.openWindow(href))
}

/** The push service has replaced or dropped the subscription. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChanged): Promise<void> {
  const renewed =
    newSubscription ??
    (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)))
  if (renewed) await api('POST /api/push/subscriptions', { body: bodyOf(renewed) })
  if (oldSubscription)
    await api('DELETE /api/push/subscriptions', { body: { endpoint: oldSubscription.endpoint } })
}

self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))
self.addEventListener('push', event => event.waitUntil(show(readMessage(event.data?.text() ?? ''))))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  const path: unknown = event.notification.data
  event.waitUntil(openPage(typeof path === 'string' ? path : '/'))
})
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))
