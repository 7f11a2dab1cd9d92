import { fieldTexts } from '#contract/field-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { AddressRefused } from '#server/http/public-fetch.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { deleteOwnSubscription, hasSubscription, listSubscriptions, putSubscription } from './push.queries.ts'

/** Subject: user id and time. */
export const testPushJob = 'push-test'

export function pushRoutes(deps: Deps) {
  const { db, now, limitWrites: limit, keys, publicFetch } = deps

  /** @throws ApiError 400 */
  function checkEndpoint(endpoint: string): void {
    try {
      publicFetch.checkUnresolved(endpoint)
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      throw invalid([{ path: 'endpoint', message: fieldTexts.pushEndpointInvalid }])
    }
  }

  return new EndpointApp()
    .endpoint('GET /api/push', c => jsonWithEtag(c, { publicKey: keys.push.publicKey }))
    .endpoint('GET /api/push/subscriptions', async c =>
      jsonWithEtag(c, await listSubscriptions(db, c.var.person.id)),
    )
    .endpoint('POST /api/push/subscriptions', { limit }, async c => {
      const { endpoint, replaces, keys: device } = c.req.valid('json')
      const { person } = c.var
      checkEndpoint(endpoint)
      const id = await inTransaction(db, async trx => {
        // Another account may have signed in on the device.
        if (replaces !== undefined && !(await deleteOwnSubscription(trx, person.id, replaces)))
          throw conflict('This device gets no push messages for this account.')
        await countCreated(trx, deps, { person: person.id }, 'pushSubscriptions')
        const subscription = { user: person.id, session: person.sessionId, endpoint, ...device }
        return putSubscription(trx, subscription, now())
      })
      return c.json({ id }, 201)
    })
    .endpoint('DELETE /api/push/subscriptions', { limit }, async c => {
      const { endpoint } = c.req.valid('json')
      await inTransaction(db, trx => deleteOwnSubscription(trx, c.var.person.id, endpoint))
      return c.body(null, 204)
    })
    .endpoint('POST /api/push/test', { limit }, async c => {
      const { id } = c.var.person
      await inTransaction(db, async trx => {
        if (!(await hasSubscription(trx, id)))
          throw conflict('No device gets push messages yet. Turn them on first.')
        await countCreated(trx, deps, { person: id }, 'pushTests')
        await enqueue(trx, testPushJob, `${id}/${now()}`, now())
      })
      return c.json({}, 202)
    })
}
