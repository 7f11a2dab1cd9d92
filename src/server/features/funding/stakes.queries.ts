import { sql } from 'kysely'
import type { EntryId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'

interface Stake {
  entry: EntryId
  backer: UserId
  /** Positive: it comes. Negative: it goes back. */
  cents: number
}

/**
 * The only place where what an entry holds changes: `current_funding_cents` and `backer_count` together, in one
 * statement, so that no two payments can both take the last dollars. Call it before the funding's own status changes:
 * a person counts once, however often they fund.
 * @returns whether it fits: an entry never holds more than its goal, and one that is withdrawn takes nothing
 */
export async function moveStake(trx: Trx, { entry, backer, cents }: Stake): Promise<boolean> {
  const completed = sql<number>`(select count(*) from fundings
    where entry_id = ${entry} and status = 'completed' and backer_id = ${backer})`
  const change = cents > 0 ? sql<number>`(${completed} = 0)` : sql<number>`-(${completed} = 1)`
  const moved = await trx
    .updateTable('entries')
    .set({
      current_funding_cents: sql<number>`current_funding_cents + ${cents}`,
      backer_count: sql<number>`backer_count + ${change}`,
    })
    .where('id', '=', entry)
    .where(sql<boolean>`current_funding_cents + ${cents} between 0 and funding_goal_cents`)
    .$if(cents > 0, update => update.where('withdrawn_at', 'is', null))
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
