import type { UserId } from '#contract/ids.ts'
import { type DailyThing, dailyLimits, dailyLimitText } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { ApiError } from '#server/http/errors.ts'
import { sharedNetwork } from '#server/http/network.ts'

const dayMs = 86_400_000
const dayOf = (now: number) => Math.floor(now / dayMs)

type Subject = { person: UserId } | { network: string }

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
  const { count } = await trx
    .insertInto('daily_counts')
    .values({
      day: dayOf(at),
      subject: 'person' in subject ? subject.person : `network ${sharedNetwork(subject.network)}`,
      thing,
      count: 1,
    })
    .onConflict(conflict =>
      conflict
        .columns(['day', 'subject', 'thing'])
        .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('daily_counts.count'), '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count <= dailyLimits[thing]) return
  const seconds = Math.ceil(((dayOf(at) + 1) * dayMs - at) / 1000)
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
