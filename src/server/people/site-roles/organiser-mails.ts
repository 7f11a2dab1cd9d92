import { isId, type OrganiserRequestId, type UserId } from '#contract/ids.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { accountName, findMailAddress } from '#server/people/auth/index.ts'
import { findRequestWithPerson } from './organiser-requests.queries.ts'
import { findSiteRole } from './site-roles.queries.ts'

type Needs = Pick<Deps, 'db' | 'env'>

export const requestMailKind = 'mail-organiser-request'
export const decisionMailKind = 'mail-organiser-decision'

/** Returns the job's subject, one for each owner. */
export const requestMailSubject = (request: OrganiserRequestId, owner: UserId): string =>
  `${request}/${owner}`

export const organiserMails = (deps: Needs): MailKind[] => [requestMails(deps), decisionMails(deps)]

const requestMails = ({ db, env }: Needs): MailKind => ({
  kind: requestMailKind,
  async compose(subject) {
    const [request, owner] = subject.split('/')
    if (!isId<'organiser-request'>(request) || !isId<'user'>(owner)) return null
    const openRequest = await findRequestWithPerson(db, request)
    const to = await findMailAddress(db, owner)
    const isOpen = openRequest?.email != null && openRequest.decided_at === null
    if (!isOpen || to === null || (await findSiteRole(db, owner)) !== 'owner') return null
    const name = accountName(openRequest) ?? openRequest.email
    const { name: marina } = await readBrand(db, env)
    return {
      to,
      subject: `${name} asks to run tournaments`,
      text: `${name} (${openRequest.email}) asks to run tournaments on your site:

${openRequest.content}

Approve or decline it here:

${siteUrl(env)}/admin?section=requests

${siteNameOr(marina)}
`,
    }
  },
})

const decisionMails = ({ db, env }: Needs): MailKind => ({
  kind: decisionMailKind,
  async compose(subject) {
    if (!isId<'organiser-request'>(subject)) return null
    const request = await findRequestWithPerson(db, subject)
    if (!request || request.email === null || request.decided_at === null) return null
    const { name: marina } = await readBrand(db, env)
    return request.approved === 1
      ? {
          to: request.email,
          subject: 'You can run tournaments now',
          text: `Your request was approved. Create your first tournament here:

${siteUrl(env)}/create-tournament

${siteNameOr(marina)}
`,
        }
      : {
          to: request.email,
          subject: 'Your request to run tournaments',
          text: `Your request to run tournaments was declined. You can still back boats and enter your own. If you think this is a mistake, ask again and say more about your tournament:

${siteUrl(env)}/create-tournament

${siteNameOr(marina)}
`,
        }
  },
})
