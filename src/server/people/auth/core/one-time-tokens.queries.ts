import type { UserId } from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { allRows } from '#server/db/row-order.ts'
import { sha256 } from '#server/sha256.ts'
import type {
  AuthCodeRow,
  ChallengeMethod,
  OneTimeTokenRow,
  OneTimeTokenType,
  SignInMethod,
} from './auth.table.ts'
import { randomSecret } from './secrets.ts'

/** Milliseconds. */
export const tokenLifetime = hour
/** Milliseconds. RFC 6749, 4.1.2: at most 10 minutes. */
const codeLifetime = 300_000

/** RFC 7636, 4.3. */
export interface Challenge {
  value: string
  method: ChallengeMethod
}

export interface NewToken {
  userId: UserId
  type: OneTimeTokenType
  email: string
  challenge: Challenge | null
}

/** Tokens of one type for each user. Throttles allow 120 per token lifetime. */
const linksMax = 150

/** Issues a token. Earlier ones stay valid, since strangers may request them. */
export async function issueToken(trx: Trx, token: NewToken, now: number): Promise<string> {
  await trx
    .deleteFrom('one_time_tokens')
    .where('hash', 'in', older =>
      older
        .selectFrom('one_time_tokens')
        .select('hash')
        .where('user_id', '=', token.userId)
        .where('type', '=', token.type)
        .orderBy('created_at', 'desc')
        .limit(allRows)
        .offset(linksMax - 1),
    )
    .execute()
  // GoTrue's prefix for code links.
  const secret = `${token.challenge ? 'pkce_' : ''}${randomSecret()}`
  await trx
    .insertInto('one_time_tokens')
    .values({
      hash: sha256(secret),
      user_id: token.userId,
      type: token.type,
      email: token.email,
      code_challenge: token.challenge?.value ?? null,
      code_challenge_method: token.challenge?.method ?? null,
      created_at: now,
      expires_at: now + tokenLifetime,
    })
    .execute()
  return secret
}

export function findToken(
  db: Db,
  secret: string,
  types: readonly OneTimeTokenType[],
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', sha256(secret))
    .where('type', 'in', types)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export function takeToken(
  trx: Trx,
  secret: string,
  types: readonly OneTimeTokenType[],
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return trx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', sha256(secret))
    .where('type', 'in', types)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function liveTokenTypes(trx: Trx, userId: UserId, now: number): Promise<OneTimeTokenType[]> {
  const rows = await trx
    .selectFrom('one_time_tokens')
    .select('type')
    .distinct()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ type }) => type)
}

export async function dropTokensOfTypes(
  trx: Trx,
  userId: UserId,
  types: readonly OneTimeTokenType[],
): Promise<void> {
  await trx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('type', 'in', types).execute()
}

export async function dropTokens(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}

export async function issueCode(
  trx: Trx,
  userId: UserId,
  challenge: Challenge,
  method: SignInMethod,
  now: number,
): Promise<string> {
  const secret = randomSecret()
  await trx
    .insertInto('auth_codes')
    .values({
      hash: sha256(secret),
      user_id: userId,
      code_challenge: challenge.value,
      code_challenge_method: challenge.method,
      method,
      expires_at: now + codeLifetime,
    })
    .execute()
  return secret
}

export function takeCode(trx: Trx, secret: string, now: number): Promise<AuthCodeRow | undefined> {
  return trx
    .deleteFrom('auth_codes')
    .where('hash', '=', sha256(secret))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
