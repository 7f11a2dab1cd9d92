import { isId, type SessionId } from '#contract/ids.ts'
import { hmac, isSame } from '#server/hmac.ts'
import { decode, encode } from '../core/secrets.ts'

/* Session id, counter and HMAC. The database stores only the counter, so tokens don't leak but can be reissued. */
const idBytes = 16
const counterBytes = 4
const signatureBytes = 32

export function makeRefreshToken(key: Uint8Array, sessionId: SessionId, counter: number): string {
  const message = new Uint8Array(idBytes + counterBytes)
  message.set(Buffer.from(sessionId.replaceAll('-', ''), 'hex'))
  new DataView(message.buffer).setUint32(idBytes, counter)
  const token = new Uint8Array(message.length + signatureBytes)
  token.set(message)
  token.set(hmac(key, message), message.length)
  return encode(token)
}

export type ReadRefreshToken =
  | { kind: 'genuine'; sessionId: SessionId; counter: number }
  | { kind: 'forged' }
  | { kind: 'malformed' }

export function readRefreshToken(key: Uint8Array, token: string): ReadRefreshToken {
  // May be another server's token.
  if (!/^[A-Za-z0-9_-]+$/.test(token)) return { kind: 'malformed' }
  const bytes = decode(token)
  if (bytes?.length !== idBytes + counterBytes + signatureBytes) return { kind: 'forged' }
  const message = bytes.slice(0, idBytes + counterBytes)
  if (!isSame(hmac(key, message), bytes.slice(message.length))) return { kind: 'forged' }
  const sessionId = Buffer.from(message.slice(0, idBytes))
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (!isId<'session'>(sessionId)) return { kind: 'forged' }
  return { kind: 'genuine', sessionId, counter: new DataView(message.buffer).getUint32(idBytes) }
}

/**
 * GoTrue's rotation. `reuse` reissues the current token after a lost response; `revoke` ends the session (RFC 9700,
 * 4.14.2).
 */
export function refreshOutcome(
  session: { refresh_counter: number; refreshed_at: number | null },
  counter: number,
  now: number,
  reuseIntervalSeconds: number,
): 'rotate' | 'reuse' | 'revoke' {
  if (counter === session.refresh_counter) return 'rotate'
  if (counter === session.refresh_counter - 1) return 'reuse'
  const recently = session.refreshed_at !== null && now - session.refreshed_at < reuseIntervalSeconds * 1000
  return recently ? 'reuse' : 'revoke'
}
