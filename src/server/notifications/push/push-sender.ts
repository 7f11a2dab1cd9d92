import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { hour } from '#contract/time.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { type Env, senderAddress, siteUrl } from '#server/env.ts'
import { AddressRefused, NameNotFound } from '#server/http/public-fetch.ts'
import type { PushSubscriptionRow } from './push.table.ts'

/** Notification that the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** Path on this site. */
  path: string
  /** A later message with it replaces the earlier one. */
  tag: string
  /** Id of the latest notification. */
  id: string
}

export interface PushMessage {
  payload: PushPayload
  urgent: boolean
}

/**
 * `gone`: the subscription has ended. `refused`: this message will never be accepted. `later`: not before `retryAt`,
 * milliseconds since 1970, if the service said so.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; retryAt: number | null; reason: string }

type Device = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

export interface PushSender {
  send(device: Device, message: PushMessage, signal?: AbortSignal): Promise<PushOutcome>
}

declare module '#server/deps.ts' {
  interface Deps {
    push: PushSender
  }
}

/** Seconds (RFC 8030, 5.2). */
const timeToLive = 86_400
/** Milliseconds. */
const timeout = 5000
const pause = 30_000
const longestPause = hour
const headerLifetime = 6 * hour

/** Bytes. RFC 8030, 7.2: a service takes 4,096; RFC 8291 adds 103. */
const payloadMax = 4096 - 103

const atOnce = 128
const atOncePerService = 64
/** Failures in a row after which a service is paused, so that it doesn't hold up others. */
const failuresInRow = 5

/** A push service, by origin. */
interface Service {
  limit: LimitFunction
  failures: number
  pausedUntil: number
  authorization: { value: string; until: number } | null
}

/** RFC 8292, 2.1: `https:` or `mailto:`. */
function contactOf(env: Env): string {
  const site = siteUrl(env)
  if (site.startsWith('https:')) return site
  return `mailto:${senderAddress(env)}`
}

/**
 * Parses Retry-After (RFC 9110, 10.2.3); a service that asks for none isn't asked again at once.
 * @returns milliseconds since 1970, or null
 */
function retryTime(value: string | null, now: number): number | null {
  if (value === null) return null
  const time = /^\d{1,9}$/.test(value) ? now + Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(time) ? null : Math.min(Math.max(time, now + pause), now + longestPause)
}

/** RFC 8030, 5.4: at most 32 characters of base64url. */
const topicOf = (tag: string) =>
  tag
    .replace(/[^\w-]/g, '')
    .replaceAll('-', '')
    .slice(0, 32)

const bytesOf = (payload: PushPayload) => Buffer.byteLength(JSON.stringify(payload))

/** Returns the payload with its text shortened to the size that every service takes. */
function fitPayload(payload: PushPayload): PushPayload {
  let short = payload
  for (let characters = [...payload.body]; bytesOf(short) > payloadMax && characters.length > 0; ) {
    const tooMany = Math.ceil((bytesOf(short) - payloadMax) / 6)
    characters = characters.slice(0, Math.max(0, characters.length - tooMany))
    short = { ...payload, body: `${characters.join('').trimEnd()}…` }
  }
  return short
}

/** Encrypts (RFC 8291) and sends. Services are limited and paused one by one. */
export function makePushSender({ env, keys, publicFetch, now }: CoreDeps): PushSender {
  const all = pLimit(atOnce)
  const services = new LRUCache<string, Service>({ max: 500 })

  function serviceOf(origin: string): Service {
    const previous = services.get(origin)
    if (previous) return previous
    const service: Service = {
      limit: pLimit(atOncePerService),
      failures: 0,
      pausedUntil: 0,
      authorization: null,
    }
    services.set(origin, service)
    return service
  }

  async function authorizationFor(service: Service, origin: string): Promise<string> {
    if (service.authorization && service.authorization.until > now()) return service.authorization.value
    const { getVapidHeaders } = await import('web-push')
    const { publicKey, privateKey } = keys.push
    const { Authorization: value } = getVapidHeaders(
      origin,
      contactOf(env),
      publicKey,
      privateKey,
      'aes128gcm',
    )
    service.authorization = { value, until: now() + headerLifetime }
    return value
  }

  function fail(service: Service, reason: string, retryAt: number | null = null): PushOutcome {
    service.failures += 1
    if (service.failures >= failuresInRow) service.pausedUntil = retryAt ?? now() + pause
    return { kind: 'later', retryAt, reason }
  }

  async function post(
    service: Service,
    { endpoint, p256dh, auth }: Device,
    { payload, urgent }: PushMessage,
    signal: AbortSignal | undefined,
  ): Promise<PushOutcome> {
    const { encrypt } = await import('web-push')
    const { cipherText } = encrypt(p256dh, auth, JSON.stringify(fitPayload(payload)), 'aes128gcm')
    const headers = {
      authorization: await authorizationFor(service, new URL(endpoint).origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(timeToLive),
      urgency: urgent ? 'high' : 'normal',
      topic: topicOf(payload.tag),
    }
    const { status, headers: responseHeaders } = await publicFetch.send(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(cipherText),
      timeout,
      ...(signal && { signal }),
    })
    // RFC 8030, 7.3.
    if (status === 404 || status === 410) return { kind: 'gone' }
    if (status === 429 || status >= 500)
      return fail(
        service,
        `the push service answered ${status}`,
        retryTime(responseHeaders.get('retry-after'), now()),
      )
    service.failures = 0
    // Redirects aren't followed; others of 4xx say that this message will never be accepted.
    return status >= 200 && status < 300
      ? { kind: 'sent' }
      : { kind: 'refused', reason: `the push service answered ${status}` }
  }

  return {
    async send(device, message, signal) {
      const origin = URL.parse(device.endpoint)?.origin
      if (origin === undefined) return { kind: 'gone' }
      const service = serviceOf(origin)
      return service.limit(() =>
        all(async () => {
          if (service.pausedUntil > now())
            return { kind: 'later', retryAt: service.pausedUntil, reason: 'the push service is paused' }
          try {
            return await post(service, device, message, signal)
          } catch (error) {
            // Keys that encrypt nothing, and addresses that became private.
            const isPrivate = error instanceof AddressRefused && !(error instanceof NameNotFound)
            if (isPrivate || isBadKey(error)) return { kind: 'gone' }
            return fail(service, error instanceof Error ? error.message : String(error))
          }
        }),
      )
    },
  }
}

const isBadKey = (error: unknown): boolean =>
  error instanceof Error && /public key|p256dh|point/i.test(error.message)
