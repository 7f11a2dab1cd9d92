import type { UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import type { OwnSiteRole } from '#contract/people/site-roles.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, conflict } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { requestMailKind, requestMailSubject } from './organiser-mails.ts'
import { findLatestRequest, insertRequest } from './organiser-requests.queries.ts'
import { findOwnerLink } from './owner-links.queries.ts'
import { findSiteRole, grantSiteRole, hasOwner, listOwners, mayOrganise } from './site-roles.queries.ts'

const invalidLink = () =>
  new ApiError(
    'gone',
    'This link doesn’t work any more. Restart the server for a new one, if the site has no owner yet.',
  )

export function siteRoleRoutes(deps: Pick<Deps, 'db' | 'env' | 'limitWrites' | 'now'>) {
  const { db, env, now, limitWrites: limit } = deps

  async function readOwn(trx: Db, user: UserId): Promise<OwnSiteRole> {
    const role = await findSiteRole(trx, user)
    if (await mayOrganise(trx, env, user)) return { role, mayOrganise: true, request: null }
    const latest = await findLatestRequest(trx, user)
    const request = latest === undefined ? null : latest.decided_at === null ? 'open' : 'declined'
    return { role, mayOrganise: false, request }
  }

  /** @throws ApiError 410 */
  async function getOwnerLink(trx: Db, token: string | undefined) {
    const link = token === undefined ? undefined : await findOwnerLink(trx, token)
    if (!link || link.expires_at <= now() || (await hasOwner(trx))) throw invalidLink()
    return link
  }

  return new EndpointApp()
    .endpoint('GET /api/site-role', async c => jsonWithEtag(c, await readOwn(db, c.var.person.id)))
    .endpoint('POST /api/organiser-requests', { limit }, async c => {
      const { content } = c.req.valid('json')
      const { person } = c.var
      const answer = await inTransaction(db, async trx => {
        const own = await readOwn(trx, person.id)
        if (own.mayOrganise) throw conflict('You can create tournaments already.')
        if (own.request === 'open') throw conflict('You have asked already. The owner of the site decides.')
        await countCreated(trx, deps, { person: person.id }, 'organiserRequests')
        const id = await insertRequest(trx, { user: person.id, content }, now())
        for (const owner of await listOwners(trx))
          await enqueue(trx, requestMailKind, requestMailSubject(id, owner.id), now())
        return readOwn(trx, person.id)
      })
      return c.json(answer, 201, { Location: '/api/site-role' })
    })
    .endpoint('GET /api/owner-link/:token', async c => {
      const { expires_at: end } = await getOwnerLink(db, c.req.param('token'))
      return jsonWithEtag(c, { expiresAt: iso(end) })
    })
    .endpoint('POST /api/owner-link/:token/accept', { limit }, async c => {
      const { person, address } = c.var
      const answer = await inTransaction(db, async trx => {
        // The answer may have been lost.
        if ((await findSiteRole(trx, person.id)) !== 'owner') {
          await getOwnerLink(trx, c.req.param('token'))
          await grantSiteRole(trx, { by: person.id, address }, { user: person.id, role: 'owner' }, now())
        }
        return readOwn(trx, person.id)
      })
      return c.json(answer)
    })
}
