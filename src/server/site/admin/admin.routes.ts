import { type Id, isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { type MailKind, mailOf } from '#server/mail/mail-queue.ts'
import {
  countUnknownPayments,
  findFunding,
  fundingIdOf,
  listFailedRefunds,
  listUnknownPayments,
  noFunding,
  retryFailedRefund,
} from '#server/money/funding/index.ts'
import {
  findUser,
  isLive,
  type LiveUser,
  listSessions,
  presentSessionInfo,
} from '#server/people/auth/index.ts'
import {
  decideRequest,
  findSiteRole,
  grantSiteRole,
  listOpenRequests,
  type OwnerContext,
  ownerCalls,
  revokeSiteRole,
} from '#server/people/site-roles/index.ts'
import { type Actor, listAudit, record } from '#server/record/index.ts'
import { tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { listReportedPosts } from '#server/videos/crew-posts/index.ts'
import { banAccount, endSessions, sendResetLink, unbanAccount } from './account-actions.ts'
import {
  presentAudit,
  presentJob,
  presentPayments,
  presentPerson,
  presentReport,
  presentRequest,
  presentTournament,
} from './admin.present.ts'
import {
  findJobById,
  findPeople,
  listAllTournaments,
  listFailedJobs,
  listPeople,
  type Search,
} from './admin.queries.ts'
import { readChecklist } from './checklist.ts'
import {
  appointOrganiser,
  cancelTournament,
  closeReports,
  hidePost,
  removeTournament,
} from './content-actions.ts'
import { isMail, runAgain, sendAgain } from './job-actions.ts'
import { checkPaymentKeys } from './payment-check.ts'
import { settingsOf } from './settings.ts'
import { makeStorageReader } from './storage.ts'
import { sendTestMail } from './test-mail.ts'

const noPerson = () => notFound('There is no such account.')
const noPost = () => notFound('There is no such post.')
const noJob = () => notFound('This job has not failed. Reload the page.')

const testMails = { name: 'test mails', points: 5, windowSeconds: 3600 }
const paymentChecks = { name: 'payment checks', points: 20, windowSeconds: 3600 }
/** Most people whose actions a search of the audit trail finds. */
const mostPeople = 100

/** @throws ApiError 400 */
const searchOf = <Name extends string>({
  limit = limits.adminPage,
  cursor,
  q = '',
}: {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
}): Search<Id<Name>> => ({ q: q.trim(), size: limit + 1, after: decodeId<Name>(cursor) })

function answerPage<Row extends { id: string }, Item>(
  c: OwnerContext,
  rows: readonly Row[],
  { size }: Pick<Search<string>, 'size'>,
  present: (row: Row) => Item,
) {
  const { page, next } = cutPage(rows, size - 1, ({ id }) => id)
  return jsonWithEtag(c, page.map(present), nextLink(c, next))
}

/** Endpoints for owners; other people get 404. @param mailKinds to describe failed mails */
export function adminRoutes(
  deps: Pick<Deps, 'auth' | 'db' | 'env' | 'limitWrites' | 'mailer' | 'monotonicNow' | 'now' | 'payments'>,
  mailKinds: readonly MailKind[],
) {
  const { db, env, now, auth } = deps
  const { read, write, change } = ownerCalls(deps)
  const readStorage = makeStorageReader(deps)
  const tests = new RateLimit(testMails, deps)
  const keyChecks = new RateLimit(paymentChecks, deps)

  /** @throws ApiError 404 */
  async function getAccount(trx: Trx, id: string | undefined): Promise<LiveUser> {
    const user = await findUser(trx, paramId<'user'>(id, noPerson().message))
    if (!isLive(user)) throw noPerson()
    return user
  }

  /** @throws ApiError 409 */
  const refuseOwn = (actor: Actor, user: LiveUser, message: string) => {
    if (actor.by === user.id) throw conflict(message)
  }

  return new EndpointApp()
    .endpoint('GET /api/admin/checklist', read, async c =>
      jsonWithEtag(c, { checks: await readChecklist(deps) }),
    )
    .endpoint('POST /api/admin/test-mail', write, async c => {
      const { person, address } = c.var
      await tests.take(person.id)
      try {
        const outcome = await sendTestMail(deps, { by: person.id, address }, person.email)
        return c.json({ to: person.email, ...outcome })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw conflict(`The mail was not sent: ${reason}`)
      }
    })
    .endpoint('POST /api/admin/check-payments', write, async c => {
      await keyChecks.take(c.var.person.id)
      return c.json(await checkPaymentKeys(deps))
    })
    .endpoint('GET /api/admin/people', read, async c => {
      const search = searchOf<'user'>(c.req.valid('query'))
      return answerPage(c, await listPeople(db, search), search, presentPerson)
    })
    .endpoint('GET /api/admin/people/:id/sessions', read, async c => {
      const id = paramId<'user'>(c.req.param('id'), noPerson().message)
      const sessions = await listSessions(db, id, now())
      return jsonWithEtag(
        c,
        sessions.map(session => presentSessionInfo(session, c.var.person.sessionId)),
      )
    })
    .endpoint('DELETE /api/admin/people/:id/sessions', write, c =>
      change(c, async (trx, actor) =>
        endSessions(trx, deps, actor, await getAccount(trx, c.req.param('id'))),
      ),
    )
    .endpoint('POST /api/admin/people/:id/reset-link', write, c =>
      change(c, async (trx, actor) => {
        const user = await getAccount(trx, c.req.param('id'))
        if (user.banned_at !== null) throw conflict('This account is banned. Unban it first.')
        if (!(await sendResetLink(trx, auth, actor, user)))
          throw conflict('A link was sent within the last minute.')
      }),
    )
    .endpoint('PUT /api/admin/people/:id/ban', write, c =>
      change(c, async (trx, actor) => {
        const user = await getAccount(trx, c.req.param('id'))
        refuseOwn(actor, user, 'You can’t ban yourself.')
        if (user.banned_at === null) await banAccount(trx, deps, actor, user)
      }),
    )
    .endpoint('DELETE /api/admin/people/:id/ban', write, c =>
      change(c, async (trx, actor) => {
        const user = await getAccount(trx, c.req.param('id'))
        if (user.banned_at !== null) await unbanAccount(trx, deps, actor, user)
      }),
    )
    .endpoint('PUT /api/admin/people/:id/role', write, c => {
      const { role } = c.req.valid('json')
      return change(c, async (trx, actor) => {
        const user = await getAccount(trx, c.req.param('id'))
        if (role === 'organiser' && (await findSiteRole(trx, user.id)) === 'owner')
          throw conflict('An owner can create tournaments. Take the owner’s role first.')
        await grantSiteRole(trx, actor, { user: user.id, role }, now())
      })
    })
    .endpoint('DELETE /api/admin/people/:id/role', write, c =>
      change(c, async (trx, actor) => {
        const user = await getAccount(trx, c.req.param('id'))
        refuseOwn(actor, user, 'You can’t take your own role. Ask another owner.')
        await revokeSiteRole(trx, actor, user.id, now())
      }),
    )
    .endpoint('GET /api/admin/organiser-requests', read, async c => {
      const search = searchOf<'organiser-request'>(c.req.valid('query'))
      return answerPage(c, await listOpenRequests(db, search), search, presentRequest)
    })
    .endpoint('POST /api/admin/organiser-requests/:id/approve', write, c =>
      decide(c, c.req.param('id'), true),
    )
    .endpoint('POST /api/admin/organiser-requests/:id/decline', write, c =>
      decide(c, c.req.param('id'), false),
    )
    .endpoint('GET /api/admin/tournaments', read, async c => {
      const search = searchOf<'tournament'>(c.req.valid('query'))
      const rows = await listAllTournaments(db, search)
      return answerPage(c, rows, search, row => presentTournament(row, now()))
    })
    .endpoint('POST /api/admin/tournaments/:id/cancel', write, c => {
      const id = tournamentIdOf(c.req.param('id'))
      return change(c, (trx, actor) => cancelTournament(trx, deps, actor, id))
    })
    .endpoint('PUT /api/admin/tournaments/:id/organiser', write, c => {
      const id = tournamentIdOf(c.req.param('id'))
      const { email } = c.req.valid('json')
      return change(c, (trx, actor) => appointOrganiser(trx, deps, actor, { id, email }))
    })
    .endpoint('DELETE /api/admin/tournaments/:id', write, c => {
      const id = tournamentIdOf(c.req.param('id'))
      return change(c, (trx, actor) => removeTournament(trx, deps, actor, { id }))
    })
    .endpoint('GET /api/admin/reports', read, async c => {
      const posts = await listReportedPosts(db)
      return jsonWithEtag(c, posts.map(presentReport))
    })
    .endpoint('PUT /api/admin/posts/:id/hidden', write, c => setHidden(c, c.req.param('id'), true))
    .endpoint('DELETE /api/admin/posts/:id/hidden', write, c => setHidden(c, c.req.param('id'), false))
    .endpoint('DELETE /api/admin/posts/:id/reports', write, c => {
      const id = paramId<'post'>(c.req.param('id'), noPost().message)
      return change(c, (trx, actor) => closeReports(trx, deps, actor, id))
    })
    .endpoint('GET /api/admin/jobs', read, async c => {
      const search = searchOf<'job'>(c.req.valid('query'))
      const jobs = []
      for (const job of await listFailedJobs(db, search))
        jobs.push(presentJob(job, await mailOf(mailKinds, job)))
      return answerPage(c, jobs, search, job => job)
    })
    .endpoint('POST /api/admin/jobs/:id/retry', write, c => {
      const id = paramId<'job'>(c.req.param('id'), noJob().message)
      return change(c, async (trx, actor) => {
        const job = await findJobById(trx, id)
        if (job?.state !== 'failed') throw noJob()
        const again = isMail(job) ? sendAgain(trx, deps, actor, id) : runAgain(trx, deps, actor, job)
        if (!(await again)) throw noJob()
      })
    })
    .endpoint('GET /api/admin/payments', read, async c =>
      jsonWithEtag(
        c,
        presentPayments(
          await countUnknownPayments(db),
          await listUnknownPayments(db, limits.adminPayments),
          await listFailedRefunds(db, limits.adminPayments),
        ),
      ),
    )
    .endpoint('POST /api/admin/refunds/:fundingId/retry', write, c => {
      const id = fundingIdOf(c.req.param('fundingId'))
      return change(c, async (trx, actor) => {
        const funding = await findFunding(trx, id)
        if (!funding) throw noFunding()
        await retryFailedRefund(trx, funding, now())
        await record(trx, { kind: 'refund-retried', at: now(), ...actor, subject: ['funding', id] })
      })
    })
    .endpoint('GET /api/admin/storage', read, async c => jsonWithEtag(c, await readStorage()))
    .endpoint('GET /api/admin/audit', read, async c => {
      const { q, ...page } = searchOf<'event'>(c.req.valid('query'))
      const people = q === '' ? null : isId<'user'>(q) ? [q] : await findPeople(db, q, mostPeople)
      return answerPage(c, await listAudit(db, { people, ...page }), page, presentAudit)
    })
    .endpoint('GET /api/admin/settings', read, async c => jsonWithEtag(c, { settings: settingsOf(env) }))

  function decide(c: OwnerContext, param: string | undefined, approve: boolean) {
    const id = paramId<'organiser-request'>(param, 'There is no such request.')
    return change(c, (trx, actor) => decideRequest(trx, actor, { id, approve }, now()))
  }

  function setHidden(c: OwnerContext, param: string | undefined, hidden: boolean) {
    const id = paramId<'post'>(param, noPost().message)
    return change(c, (trx, actor) => hidePost(trx, deps, actor, { id, hidden }))
  }
}
