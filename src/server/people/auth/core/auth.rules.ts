import { limits } from '#contract/limits.ts'
import { fullName } from '#contract/names.ts'
import { emailPattern } from '#contract/people/auth-texts.ts'
import { isVisible, shortLine } from '#contract/text.ts'
import { minute } from '#contract/time.ts'
import { storableJson } from '#server/db/storable.ts'
import type { SessionRow, UserRow } from './auth.table.ts'

export const normaliseEmail = (email: string) => email.trim().toLowerCase()

export const isEmail = (email: string) => email.length <= limits.emailMax && emailPattern.test(email)

export type LiveUser = UserRow & { email: string }

export function isLive(user: UserRow | undefined): user is LiveUser {
  return user !== undefined && user.deleted_at === null && user.email !== null
}

/** Milliseconds since 1970. */
export const sessionEnd = (session: SessionRow) => Math.min(session.expires_at, session.idle_expires_at)

export const isExpired = (session: SessionRow, now: number) => sessionEnd(session) <= now

/** Asserts {@link isLive}. */
export function liveUser(user: UserRow): LiveUser {
  if (!isLive(user)) throw new Error(`user ${user.id} was deleted`)
  return user
}

/** Limits writes, but preserves at least half of the idle time. */
export function isDueForTouch(session: SessionRow, idleTtl: number, now: number): boolean {
  return now - session.seen_at >= Math.min(10 * minute, (idleTtl * 1000) / 2)
}

/** Milliseconds before the end. */
export const extendWithinMs = 90_000

export type Metadata = Record<string, unknown>

export const isRecord = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseMetadata(json: string): Metadata {
  const value: unknown = JSON.parse(json)
  return isRecord(value) ? value : {}
}

const nameKeys = ['first_name', 'last_name']

interface NamedAccount {
  metadata: string
  deleted_at: number | null
}

/** Returns first and last name, or null when they are unknown or the account is deleted. */
export function accountName({ metadata, deleted_at: deletedAt }: NamedAccount): string | null {
  return deletedAt === null ? fullName(namesIn(metadata)) : null
}

/** Returns the visible names in the metadata. Each is null if not given. */
export function namesIn(metadata: string): { firstName: string | null; lastName: string | null } {
  const { first_name: first, last_name: last } = parseMetadata(metadata)
  const [firstName = null, lastName = null] = [first, last].map(name =>
    typeof name === 'string' && isVisible(name) ? name : null,
  )
  return { firstName, lastName }
}

/** Levels of nested objects and lists that SQLite reads; beyond them it refuses the row. */
const deepest = 1000

/** Names become one line of `limits.personNameMax`, without invisible characters. Null deletes a key. @returns JSON, or null above `limits.metadataMax` or when nested too deeply */
export function mergeMetadata(old: Metadata, changes: Metadata): string | null {
  const entries = Object.entries({ ...old, ...changes })
    // Clients send back the presenter's `email_verified`.
    .filter(([key, value]) => value !== null && value !== undefined && key !== 'email_verified')
    .map(([key, value]) => [
      key,
      nameKeys.includes(key) && typeof value === 'string' ? shortLine(value, limits.personNameMax) : value,
    ])
  const metadata: Metadata = Object.fromEntries(entries)
  if (isDeeper(metadata, deepest)) return null
  const json = storableJson(JSON.stringify(metadata))
  return new TextEncoder().encode(json).byteLength <= limits.metadataMax ? json : null
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(part => isDeeper(part, levels - 1)))
