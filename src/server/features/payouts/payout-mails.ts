import { dollars } from '#contract/funding-texts.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { forDays, type MailKind } from '#server/mail/mail-queue.ts'
import { GiveUp } from '#server/queue/queue.ts'
import { findWin } from './payout-mails.queries.ts'
import { parseWinMailSubject, winMail, winMailKind } from './payout-mails.rules.ts'
import { nameOf } from './payouts.rules.ts'

type Needs = Pick<Deps, 'db' | 'env'>

export const payoutMails = (deps: Needs): MailKind[] => [winMails(deps)]

const winMails = ({ db, env }: Needs): MailKind => ({
  kind: winMailKind,
  atOnce: 2,
  retryAfter: forDays,
  async compose(subject) {
    const about = parseWinMailSubject(subject)
    if (about === null) throw new GiveUp(`no such subject: ${subject}`)
    const win = await findWin(db, about.entry, about.backer)
    if (!win || win.email === null) return null
    const site = siteUrl(env)
    return winMail({
      to: win.email,
      boat: win.boat,
      tournament: win.tournament,
      amount: dollars(Number(win.amount)),
      winnings: dollars(win.winnings),
      contributed: dollars(Number(win.contributed)),
      organiser: nameOf(win) ?? 'The organiser',
      myFunding: `${site}/my-funding`,
      statement: `${site}/statement/${about.entry}`,
    })
  },
})
