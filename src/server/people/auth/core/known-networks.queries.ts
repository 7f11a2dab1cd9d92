import type { UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { allRows } from '#server/db/row-order.ts'
import { hasRow } from '#server/db/rows.ts'

/** Most networks of an account. The least recently used are dropped. */
const networksMax = 20

export async function rememberNetwork(trx: Trx, userId: UserId, network: string, now: number): Promise<void> {
  await trx
    .insertInto('known_networks')
    .values({ user_id: userId, network, signed_in_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'network']).doUpdateSet({ signed_in_at: now }))
    .execute()
  await trx
    .deleteFrom('known_networks')
    .where('user_id', '=', userId)
    .where('network', 'in', older =>
      older
        .selectFrom('known_networks')
        .select('network')
        .where('user_id', '=', userId)
        .orderBy('signed_in_at', 'desc')
        .limit(allRows)
        .offset(networksMax),
    )
    .execute()
}

/** @param userId null takes the same time as an unknown network */
export const isKnownNetwork = (db: Db, userId: UserId | null, network: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('known_networks')
      .select('network')
      .where('user_id', '=', userId)
      .where('network', '=', network),
  )
