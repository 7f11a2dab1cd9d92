import { emailPattern } from '#contract/auth-texts.ts'
import { limits } from '#contract/limits.ts'
import type { SessionRow, UserRow } from './auth.table.ts'

/** Addresses are compared without case. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase()

export const isEmail = (email: string) => email.length <= limits.emailMax && emailPattern.test(email)

/** Someone with an address who may come in. */
export type LiveUser = UserRow & { email: string }

export function isLive(user: UserRow | undefined): user is LiveUser {
  return user !== undefined && user.deleted_at === null && user.email !== null
}

export const isExpired = (session: SessionRow, now: number) =>
  session.expires_at <= now || session.idle_expires_at <= now

/** When a session that nobody uses any more ends. */
export const sessionEnd = (session: SessionRow) => Math.min(session.expires_at, session.idle_expires_at)

/** The same, where anything else is a mistake of ours. */
export function liveUser(user: UserRow): LiveUser {
  if (!isLive(user)) throw new Error('An account without an address was to be used.')
  return user
}

const minute = 60_000

/**
 * Whether a visit at `now` is worth writing down: seldom enough that reads stay reads, often enough
 * that a session in use never gets below half of its idle time.
 */
export function isDueForTouch(session: SessionRow, idleTtl: number, now: number): boolean {
  return now - session.seen_at >= Math.min(10 * minute, (idleTtl * 1000) / 2)
}

/** Within this many milliseconds of its end a session is extended by a page that is open. */
export const extendWithin = 90_000

export type Metadata = Record<string, unknown>

export const isRecord = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseMetadata(json: string): Metadata {
  const value: unknown = JSON.parse(json)
  return isRecord(value) ? value : {}
}

/** Key by key; null removes one. Null: it is more than an account may hold. */
export function mergeMetadata(old: Metadata, changes: Metadata): string | null {
  const merged = Object.entries({ ...old, ...changes }).filter(
    // A program that sends back what it was given also sends what we added.
    ([key, value]) => value !== null && value !== undefined && key !== 'email_verified',
  )
  const json = stringify(Object.fromEntries(merged))
  return json !== null && new TextEncoder().encode(json).byteLength <= limits.metadataMax ? json : null
}

/** Null for what is nested so deeply that it cannot be written; a body of the allowed size can be. */
function stringify(value: Metadata): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
