import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { type AttemptCounter, type AttemptRule, type AttemptStore, pauseAfter } from '../attempts.ts'
import { refuseInTransaction, type Trx } from '../connection.ts'
import { now } from './clock.ts'
import { again } from './pool.ts'

/** 120 MB with indexes. Attackers may use any number of addresses: a sweep deletes those that end first. */
const mostRows = 500_000

/** Milliseconds. Beyond it a row was made before PostgreSQL's clock was set back. */
const clockTolerance = 60_000

/** Gives keys one length, and stores no address. */
const hashOf = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('base64')

type Row = Record<'count' | 'until' | 'now', number>

/** One statement an attempt, which locks its row alone: neither the writers' lock nor a transaction. */
class PostgresCounter implements AttemptCounter {
  readonly #upsert: string
  readonly #select: string

  constructor(
    private readonly pool: Pool,
    private readonly rule: AttemptRule,
  ) {
    const { points, pauses } = rule
    const window = rule.windowSeconds * 1000
    // The value without an earlier row: now + window.
    const until = 'excluded.resets_at'
    const isForgotten = `(held.resets_at <= ${until} - ${window} or held.resets_at > ${until} + ${clockTolerance})`
    const pause = pauses
      ? `1000 * least(${pauses.longestSeconds}, ${pauses.firstSeconds} * 2 ^ least(held.count - ${points}, 30))`
      : window
    this.#upsert = `insert into rate_limits as held (rule, key, count, resets_at) values ($1, $2, 1, ${now} + ${window})
      on conflict (rule, key) do update set
        count = case when ${isForgotten} then 1 else held.count + 1 end,
        resets_at = case when ${pauses !== undefined} or ${isForgotten} then ${until} else held.resets_at end
      where ${isForgotten} or held.count < ${points} or held.resets_at + ${pause} <= ${until}
      returning count`
    this.#select = `select count, resets_at as until, ${now} as now from rate_limits where rule = $1 and key = $2
      and resets_at > ${now} and resets_at <= ${now} + ${window + clockTolerance}`
  }

  async take(key: string, trx?: Trx): Promise<number> {
    const rows = await this.#run(this.#upsert, key, trx)
    // The attempts may have been forgotten since the refusal.
    return rows.length > 0 ? 0 : Math.max(1, await this.wait(key, trx))
  }

  async wait(key: string, trx?: Trx): Promise<number> {
    const [row] = await this.#run<Row>(this.#select, key, trx)
    return row ? pauseAfter(this.rule, row, row.now) : 0
  }

  async forget(key: string): Promise<void> {
    await this.#run('delete from rate_limits where rule = $1 and key = $2', key)
  }

  async #run<Result extends object>(statement: string, key: string, trx?: Trx): Promise<Result[]> {
    const values = [this.rule.name, hashOf(key)]
    if (trx !== undefined) return (await trx.executeQuery<Result>(CompiledQuery.raw(statement, values))).rows
    // The other connections may all wait for this transaction.
    refuseInTransaction()
    // Better one attempt that counts twice than one that fails.
    return (await again(this.pool, () => this.pool.query<Result>(statement, values))).rows
  }
}

export const postgresAttempts = (pool: Pool): AttemptStore => ({
  counter: rule => new PostgresCounter(pool, rule),
  async sweep() {
    await pool.query(`delete from rate_limits where resets_at <= greatest((select ${now}),
      (select resets_at from rate_limits order by resets_at desc offset ${mostRows} limit 1))`)
  },
})
