import type { OrganiserRequestId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { type Actor, record } from '#server/record/index.ts'
import { decisionMailKind } from './organiser-mails.ts'
import { findRequest, markDecided } from './organiser-requests.queries.ts'
import { grantSiteRole } from './site-roles.queries.ts'

/**
 * Decides a request. Repeating the same decision changes nothing.
 * @throws ApiError 404; 409 when it was decided otherwise
 */
export async function decideRequest(
  trx: Trx,
  actor: Actor,
  { id, approve }: { id: OrganiserRequestId; approve: boolean },
  now: number,
): Promise<void> {
  const request = await findRequest(trx, id)
  if (!request) throw notFound('There is no such request.')
  const { user_id: user, approved } = request
  if (approved !== null) {
    if ((approved === 1) === approve) return
    throw conflict(`This request was ${approved === 1 ? 'approved' : 'declined'} already.`)
  }
  await markDecided(trx, id, approve, now)
  const kind = approve ? 'request-approved' : 'request-declined'
  await record(trx, { kind, at: now, ...actor, subject: ['user', user] })
  if (approve) await grantSiteRole(trx, actor, { user, role: 'organiser' }, now)
  await enqueue(trx, decisionMailKind, id, now)
}
