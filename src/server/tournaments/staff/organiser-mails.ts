import { isId, type TournamentId, type UserId } from '#contract/ids.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { accountName } from '#server/people/auth/index.ts'
import { findChangedOrganiser } from './staff.queries.ts'

export const organiserMailKind = 'mail-organiser-changed'

/** Returns the job's subject, one for each recipient. */
export const organiserMailSubject = (tournament: TournamentId, person: UserId): string =>
  `${tournament}/${person}`

/** Mail to a former organiser, or to an appointed one. */
export const changedOrganiserMails = ({ db, env }: Pick<Deps, 'db' | 'env'>): MailKind => ({
  kind: organiserMailKind,
  async compose(subject) {
    const [tournament, person] = subject.split('/')
    if (!isId<'tournament'>(tournament) || !isId<'user'>(person)) return null
    const recipient = await findChangedOrganiser(db, tournament, person)
    if (!recipient || recipient.email === null) return null
    const { name: marina, supportEmail } = await readBrand(db, env)
    const { name } = recipient
    const contact = supportEmail ?? 'the owner of the site'
    return recipient.organiser_id === person
      ? {
          to: recipient.email,
          subject: `You are the organiser of ${name}`,
          text: `The owner of the site made you the organiser of ${name}. Its weigh-ins, its results and the money of its boats are in your hands:

${siteUrl(env)}/tournament/${tournament}/manage

If this is a mistake, write to ${contact}.

${siteNameOr(marina)}
`,
        }
      : {
          to: recipient.email,
          subject: `${name} has another organiser`,
          text: `${accountName(recipient) ?? 'Another person'} is the organiser of ${name} now. If you didn’t expect this, write to ${contact}.

${siteUrl(env)}/tournament/${tournament}

${siteNameOr(marina)}
`,
        }
  },
})
