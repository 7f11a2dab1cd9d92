import { type Db, inTransaction } from '#server/db/connection.ts'

/** Deletes what has expired: sessions, the tokens of mailed links, the codes of programs. */
export function sweepSessions(db: Db, now: number): Promise<void> {
  return inTransaction(db, async trx => {
    await trx
      .deleteFrom('sessions')
      .where(where => where.or([where('expires_at', '<=', now), where('idle_expires_at', '<=', now)]))
      .execute()
    await trx.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute()
    await trx.deleteFrom('auth_codes').where('expires_at', '<=', now).execute()
  })
}
