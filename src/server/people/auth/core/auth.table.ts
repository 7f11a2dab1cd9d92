import type { Generated, Selectable } from 'kysely'
import type { SessionId, UserId } from '#contract/ids.ts'

/** `otp`: a mailed confirmation link. */
export type SignInMethod = 'password' | 'otp' | 'recovery'
/** RFC 7636, 4.3. */
export type ChallengeMethod = 's256' | 'plain'
/** A change needs both addresses. */
export type OneTimeTokenType = 'signup' | 'recovery' | 'email_change_current' | 'email_change_new'

/** Milliseconds since 1970. */
export interface UsersTable {
  id: UserId
  /** Address in lower case, or null if deleted. */
  email: string | null
  password_hash: string | null
  /**
   * 1 if the password has `limits.ownerPasswordMin` characters;
   * null until it is typed, in accounts older than this column.
   */
  has_long_password: 0 | 1 | null
  /** JSON object with GoTrue clients' keys. */
  metadata: string
  email_confirmed_at: number | null
  confirmation_sent_at: number | null
  recovery_sent_at: number | null
  new_email: string | null
  email_change_sent_at: number | null
  /** Confirmations out of two. */
  email_change_confirmations: Generated<number>
  last_sign_in_at: number | null
  banned_at: number | null
  /** Time at which the person confirmed MINIMUM_AGE at sign-up, or null. */
  age_confirmed_at: number | null
  deleted_at: number | null
  created_at: number
  updated_at: number
}

/** `cookie_hash`: browser; `refresh_counter`: GoTrue. */
export interface SessionsTable {
  id: SessionId
  user_id: UserId
  cookie_hash: string | null
  refresh_counter: number | null
  refreshed_at: number | null
  method: SignInMethod
  user_agent: Generated<string>
  address: Generated<string>
  created_at: number
  seen_at: number
  idle_expires_at: number
  expires_at: number
}

export interface OneTimeTokensTable {
  /** Hexadecimal SHA-256. */
  hash: string
  user_id: UserId
  type: OneTimeTokenType
  email: string
  code_challenge: string | null
  code_challenge_method: ChallengeMethod | null
  created_at: number
  expires_at: number
}

export interface AuthCodesTable {
  hash: string
  user_id: UserId
  code_challenge: string
  code_challenge_method: ChallengeMethod
  method: SignInMethod
  expires_at: number
}

export interface KnownNetworksTable {
  user_id: UserId
  /** IPv4 address or IPv6 /64. */
  network: string
  signed_in_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    users: UsersTable
    sessions: SessionsTable
    one_time_tokens: OneTimeTokensTable
    auth_codes: AuthCodesTable
    known_networks: KnownNetworksTable
  }
}

export type OneTimeTokenRow = Selectable<OneTimeTokensTable>
export type AuthCodeRow = Selectable<AuthCodesTable>
export type UserRow = Selectable<UsersTable>
export type SessionRow = Selectable<SessionsTable>
