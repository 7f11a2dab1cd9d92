import { day } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'

/** Matches the device cookie. */
const knownNetworkLifetime = 400 * day

/** Milliseconds. Mailed links work for a day at most. */
const unconfirmedLifetime = 30 * day
const accountsAtOnce = 500

/**
 * Deletes accounts whose address was never confirmed, `unconfirmedLifetime` after the last mailed link: they never did
 * anything. @returns the number of deleted accounts
 */
export function sweepUnconfirmed(db: Db, now: number): Promise<number> {
  const before = now - unconfirmedLifetime
  return inTransaction(db, async trx => {
    const rows = await trx
      .selectFrom('users')
      .select('id')
      .where('email_confirmed_at', 'is', null)
      .where('last_sign_in_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('banned_at', 'is', null)
      .where('created_at', '<', before)
      .where(({ or, eb }) =>
        or([eb('confirmation_sent_at', 'is', null), eb('confirmation_sent_at', '<', before)]),
      )
      .where(({ or, eb }) => or([eb('recovery_sent_at', 'is', null), eb('recovery_sent_at', '<', before)]))
      .where('id', 'not in', query => query.selectFrom('site_roles').select('user_id'))
      .limit(accountsAtOnce)
      .execute()
    const ids = rows.map(({ id }) => id)
    await trx.deleteFrom('one_time_tokens').where('user_id', 'in', ids).execute()
    await trx.deleteFrom('users').where('id', 'in', ids).execute()
    return ids.length
  })
}

export function sweepSessions(db: Db, now: number): Promise<void> {
  return inTransaction(db, async trx => {
    await trx
      .deleteFrom('sessions')
      .where(where => where.or([where('expires_at', '<=', now), where('idle_expires_at', '<=', now)]))
      .execute()
    await trx.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute()
    await trx.deleteFrom('auth_codes').where('expires_at', '<=', now).execute()
    await trx
      .deleteFrom('known_networks')
      .where('signed_in_at', '<=', now - knownNetworkLifetime)
      .execute()
  })
}
