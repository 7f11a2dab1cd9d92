import type { UserId } from '#contract/ids.ts'
import type { PayoutDetails } from '#contract/money/payouts.ts'
import { formatCents } from '#contract/money.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { deletePayoutDetails, findPayoutDetails, storePayoutDetails } from './payout-details.queries.ts'
import { sumUnpaid } from './payouts.queries.ts'

/** Endpoints of the place where a person's winnings go. Mounted at /api. */
export function payoutDetailsRoutes({ db, env, now, limitWrites: limit }: Deps) {
  const read = async (user: UserId): Promise<PayoutDetails> => ({
    destination: await findPayoutDetails(db, user),
    owed: formatCents(await sumUnpaid(db, user, paymentModeOf(env))),
  })

  return new EndpointApp()
    .endpoint('GET /api/payout-details', async c => jsonWithEtag(c, await read(c.var.person.id)))
    .endpoint('PUT /api/payout-details', { limit }, async c => {
      const { kind, details } = c.req.valid('json')
      const { id } = c.var.person
      await inTransaction(db, trx => storePayoutDetails(trx, id, { kind, details }, now()))
      return c.json(await read(id))
    })
    .endpoint('DELETE /api/payout-details', { limit }, async c => {
      await inTransaction(db, trx => deletePayoutDetails(trx, c.var.person.id))
      return c.body(null, 204)
    })
}
