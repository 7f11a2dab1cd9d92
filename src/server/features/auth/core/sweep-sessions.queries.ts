import { type Db, inTransaction } from '#server/db/connection.ts'

/** Matches the device cookie. */
const knownNetworkLifetime = 400 * 86_400_000

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
