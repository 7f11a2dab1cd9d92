import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { FundingRow } from './funding.table.ts'

export type StateCount = Pick<FundingRow, 'mode' | 'status'> & { count: number }

/** From the index of mode and status alone. */
export async function countByState(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select mode, status, count(*) as count from fundings group by mode, status`.execute(db)
  return rows
}

/** Refunds that were given up, for a person to settle. */
export async function countFailedRefunds(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('fundings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('refund_requested_at', 'is not', null)
    .where('refund_failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countOpenDisputes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}
