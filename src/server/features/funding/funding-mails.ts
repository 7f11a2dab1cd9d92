import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { forDays, type MailKind } from '#server/mail/mail-queue.ts'
import { GiveUp } from '#server/queue/queue.ts'
import { findFundingMailData } from './funding-mails.queries.ts'
import { fundingMail, fundingMailKind, isCurrent, parseFundingMailSubject } from './funding-mails.rules.ts'

export const fundingMails = ({ db, env }: Pick<Deps, 'db' | 'env'>): MailKind => ({
  kind: fundingMailKind,
  atOnce: 2,
  retryAfter: forDays,
  async compose(subject) {
    const name = parseFundingMailSubject(subject)
    if (name === null) throw new GiveUp(`no such subject: ${subject}`)
    const facts = await findFundingMailData(db, name.funding)
    // Deleted account or newer mail.
    if (!facts || facts.email === null || !isCurrent(name, facts)) return null
    const site = siteUrl(env)
    return fundingMail({
      due: name.due,
      to: facts.email,
      cents: facts.amount_cents,
      givenBack: facts.given_back_cents,
      boat: facts.boat,
      tournament: facts.tournament,
      tournamentUrl: `${site}/tournament/${facts.tournament_id}`,
      reason: facts.refund_reason,
      withdrawal: facts.withdrawal_reason,
      mode: facts.mode,
      id: facts.id,
      site,
    })
  },
})
