import type { Generated, Selectable } from 'kysely'
import type { SessionId, UserId } from '#contract/ids.ts'

/** `otp`: a mailed link that confirms an address. */
export type SignInMethod = 'password' | 'otp' | 'recovery'
/** RFC 7636, 4.3. */
export type ChallengeMethod = 's256' | 'plain'
/** Both the current and the new address confirm a change. */
export type OneTimeTokenType = 'signup' | 'recovery' | 'email_change_current' | 'email_change_new'

/** Times are milliseconds since 1970. */
export interface UsersTable {
  id: UserId
  /** Lower case; null after the account is deleted. */
  email: string | null
  password_hash: string | null
  /** JSON object: first_name, last_name, avatar_url and any keys of GoTrue clients. */
  metadata: string
  email_confirmed_at: number | null
  confirmation_sent_at: number | null
  recovery_sent_at: number | null
  new_email: string | null
  email_change_sent_at: number | null
  /** How many of the two addresses have confirmed the change to `new_email`. */
  email_change_confirmations: Generated<number>
  last_sign_in_at: number | null
  banned_at: number | null
  deleted_at: number | null
  created_at: number
  updated_at: number
}

/** Browser sessions have a `cookie_hash`, GoTrue sessions a `refresh_counter`. */
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
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  user_id: UserId
  type: OneTimeTokenType
  /** The recipient. */
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

/** Networks from which a user has signed in. */
export interface KnownNetworksTable {
  user_id: UserId
  /** An IPv4 address or the /64 of an IPv6 one. */
  network: string
  signed_in_at: number
}

export interface AuthTables {
  users: UsersTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  auth_codes: AuthCodesTable
  known_networks: KnownNetworksTable
}

export type OneTimeTokenRow = Selectable<OneTimeTokensTable>
export type AuthCodeRow = Selectable<AuthCodesTable>
export type UserRow = Selectable<UsersTable>
export type SessionRow = Selectable<SessionsTable>
