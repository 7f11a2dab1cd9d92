import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import type { PushPayload } from '#server/notifications/push/push-sender.ts'

export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

export interface ReceivedPush {
  endpoint: string
  payload: PushPayload
  headers: Headers
  /** Milliseconds since 1970. */
  at: number
}

const hmac = (key: Uint8Array, ...data: Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(data)).digest()

/** RFC 8291 with the single record that a push message is (RFC 8188, 2). */
function decrypt(body: Buffer, key: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender, Buffer.of(1)])
  const prk = hmac(salt, hmac(hmac(auth, key.computeSecret(sender)), info))
  const secret = hmac(prk, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16)
  const nonce = hmac(prk, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', secret, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plaintext = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plaintext.subarray(0, plaintext.lastIndexOf(2)).toString()
}

/** RFC 8292. @returns the token's claims @throws when the signature is wrong */
async function readVapid(
  header: string | null,
): Promise<{ aud: string; exp: number; sub: string; key: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const publicKey = await crypto.subtle.importKey(
    'raw',
    Buffer.from(key, 'base64url'),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  )
  const isValid = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${claims}`),
  )
  if (!isValid) throw new Error('the VAPID signature is wrong')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

type Answer = (endpoint: string) => Response | null | Promise<Response | null>

/**
 * A push service on loopback that decrypts what it gets. Needs `ALLOW_PRIVATE_ADDRESSES`.
 * @param manyDevices any endpoint is a device with the keys of the first
 */
export function startPushService({ manyDevices = false } = {}) {
  const devices = new Map<string, { key: ECDH; auth: Buffer }>()
  const received: ReceivedPush[] = []
  const waiting = new Set<() => void>()
  let requests = 0
  let answer: Answer = () => null

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      requests += 1
      const own = await answer(request.url)
      if (own !== null) return own
      const device = devices.get(request.url) ?? (manyDevices ? [...devices.values()][0] : undefined)
      if (!device) return new Response(null, { status: 410 })
      const body = Buffer.from(await request.arrayBuffer())
      const payload: PushPayload = JSON.parse(decrypt(body, device.key, device.auth))
      received.push({ endpoint: request.url, payload, headers: request.headers, at: Date.now() })
      for (const check of waiting) check()
      return new Response(null, { status: 201 })
    },
  })

  return {
    received,
    readVapid,
    origin: server.url.origin,
    get requests() {
      return requests
    },
    /** Sets how the service answers from now on; null: accepts. */
    answer(next: Answer) {
      answer = next
    },
    addDevice(): Device {
      const key = createECDH('prime256v1')
      const p256dh = key.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const endpoint = `${server.url.origin}/push/${randomBytes(16).toString('hex')}`
      devices.set(endpoint, { key, auth })
      return { endpoint, p256dh, auth: auth.toString('base64url') }
    },
    /** Resolves once so many were received. */
    async until(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => received.length >= count && resolve()
      waiting.add(check)
      check()
      await promise
      waiting.delete(check)
    },
    stop: () => server.stop(true),
  }
}
