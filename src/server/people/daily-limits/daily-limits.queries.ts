import { sql } from 'kysely'
import type { UserId } from '#contract/ids.ts'
import { type DailyThing, dailyLimits, dailyLimitText } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import { compileInsert } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { ApiError } from '#server/http/errors.ts'
import { sharedNetwork } from '#server/http/network.ts'
import type { DailyCountRow } from './daily-limits.table.ts'

const dayOf = (now: number) => Math.floor(now / day)

type Subject = { person: UserId } | { network: string }

const addCounts = compileInsert((db, rows: readonly DailyCountRow[]) =>
  db
    .insertInto('daily_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['day', 'subject', 'thing'])
        .doUpdateSet({ count: sql`daily_counts.count + excluded.count` }),
    )
    .returning('count'),
)

/**
 * Counts one creation in the transaction that makes it. Deletions do not lower the count.
 * @throws ApiError 429 until midnight UTC
 */
export async function countCreated(
  trx: Trx,
  { env, now }: Pick<Deps, 'env' | 'now'>,
  subject: Subject,
  thing: DailyThing,
): Promise<void> {
  if (!env.rateLimit) return
  const at = now()
  const name = 'person' in subject ? subject.person : `network ${sharedNetwork(subject.network)}`
  const [row] = await addCounts(trx, [{ day: dayOf(at), subject: name, thing, count: 1 }])
  if (row && row.count <= dailyLimits[thing]) return
  const seconds = Math.ceil(((dayOf(at) + 1) * day - at) / 1000)
  throw new ApiError('too_many_attempts', dailyLimitText(thing), {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Deletes counts after three days, not one, because the clock may be set back. */
export async function sweepDailyCounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('daily_counts')
    .where('day', '<', dayOf(now) - 3)
    .execute()
}
