/** Scope of a service worker, from `lib.webworker`, which conflicts with the DOM's types. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

export interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
}

interface EventsOfWorkers {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent & MessageEvent<unknown>
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: PushSubscriptionChangeEvent
}

/** The type of `self`. */
export interface ServiceWorkerScope {
  addEventListener<Type extends keyof EventsOfWorkers>(
    type: Type,
    listener: (event: EventsOfWorkers[Type]) => void,
  ): void
  skipWaiting(): Promise<void>
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(path: string): Promise<unknown>
  }
}
