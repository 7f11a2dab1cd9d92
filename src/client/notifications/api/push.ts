import { api } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'
import { UserError } from '#client/lib/request.ts'
import { jsonStorage } from '#client/lib/store.ts'

/** The person's devices that get push messages. */
export const devicesQuery = () => query('GET /api/push/subscriptions')

export const sendTestPush = mutation('POST /api/push/test')

/**
 * State of push on this device. `insecure`: the page came by http. `homeScreen`: iPhones have push for installed apps
 * only. `ask`: the browser has not asked yet.
 */
export type PushState = 'insecure' | 'homeScreen' | 'unsupported' | 'denied' | 'ask' | 'off' | 'on'

const worker = '/push-worker.js'
/** The kiosk and the crew app have narrower scopes. */
const scope = '/'
/** Milliseconds. */
const timeoutMs = 15_000
const checkEveryMs = 600_000

/** This device, and the person who turned notifications on. */
interface Device {
  userId: string
  /** The server's id of this device. */
  deviceId: string
  /** Endpoint of the subscription that the server knows. */
  endpoint: string
  /** Milliseconds since 1970, when the server last knew it. */
  checkedAt: number
}

const storage = jsonStorage('reelstake.push')

function readDevice(): Device | null {
  const value = storage.read()
  if (typeof value !== 'object' || value === null) return null
  const { userId, deviceId, endpoint, checkedAt }: Partial<Record<keyof Device, unknown>> = value
  if (typeof userId !== 'string' || typeof deviceId !== 'string') return null
  return { userId, deviceId, endpoint: String(endpoint), checkedAt: Number(checkedAt) }
}

/** Without storage, the device counts as off on the next page. */
const store = (device: Device): void => storage.write(device)

/** iPadOS identifies as a Mac; no Mac has touch. */
export const isIos = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

function permission(): 'insecure' | 'homeScreen' | 'unsupported' | NotificationPermission {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isIos() && !isInstalled() ? 'homeScreen' : 'unsupported'
  return Notification.permission
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  // The browser may answer with another path's worker if this path has none.
  if (registration === undefined || new URL(registration.scope).pathname !== scope) return null
  return registration.pushManager.getSubscription()
}

export const bodyOf = (current: PushSubscription) => {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = current.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

async function saveSubscription(current: PushSubscription, userId: string): Promise<void> {
  const { id } = await api('POST /api/push/subscriptions', { body: bodyOf(current) })
  store({ userId, deviceId: id, endpoint: current.endpoint, checkedAt: Date.now() })
}

/** @throws RequestError, TypeError when the network fails */
export async function readPushState(userId: string): Promise<PushState> {
  const state = permission()
  if (state === 'default') return 'ask'
  if (state !== 'granted') return state
  const device = readDevice()
  const current = await subscription()
  if (current === null || device?.userId !== userId) return 'off'
  const { publicKey } = await api('GET /api/push')
  if (!isForKey(current, publicKey)) {
    await saveSubscription(await subscribe(publicKey), userId)
    return 'on'
  }
  // Signing out ended it on the server, or the browser has replaced it.
  const devices = await api('GET /api/push/subscriptions')
  const isKnown = device.endpoint === current.endpoint && devices.some(({ id }) => id === device.deviceId)
  if (isKnown) store({ ...device, checkedAt: Date.now() })
  else await saveSubscription(current, userId)
  return 'on'
}

/** Subscribes this device again after its person has signed in again. @throws as {@link readPushState} */
export async function keepSubscribed(userId: string): Promise<void> {
  const device = readDevice()
  if (device?.userId !== userId || Date.now() - device.checkedAt < checkEveryMs) return
  await readPushState(userId)
}

/** Returns whether the push service takes messages that the site signs: its key is another after a lost file. */
function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return true
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

/** Resolves once the worker can take a subscription. */
async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker, { scope, updateViaCache: 'none' })
  const first = registration.active ? null : (registration.installing ?? registration.waiting)
  if (first === null) return registration
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new UserError('The browser could not start it. Please try again.'))
    setTimeout(fail, timeoutMs)
    const look = () => {
      if (first.state === 'activated') resolve()
      if (first.state === 'redundant') fail()
    }
    first.addEventListener('statechange', look)
    look()
  })
  return registration
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await registerWorker()
  // It may have another server's key, which browsers refuse to replace.
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (error) {
    throw new UserError('This browser could not reach its push service. Please try again later.', {
      cause: error,
    })
  }
}

/**
 * Call after a tap: some browsers ask for permission then only.
 * @returns the state, `ask` when the question was closed without an answer
 * @throws UserError, RequestError, TypeError when the network fails
 */
export async function turnOnPush(userId: string): Promise<PushState> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'ask'
  const { publicKey } = await api('GET /api/push')
  const current = await subscribe(publicKey)
  try {
    await saveSubscription(current, userId)
  } catch (error) {
    await current.unsubscribe()
    throw error
  }
  return 'on'
}

/** @throws RequestError, TypeError when the network fails */
export async function turnOffPush(): Promise<PushState> {
  const current = await subscription()
  if (current) {
    await api('DELETE /api/push/subscriptions', { body: { endpoint: current.endpoint } })
    await current.unsubscribe()
  }
  storage.remove()
  return 'off'
}
