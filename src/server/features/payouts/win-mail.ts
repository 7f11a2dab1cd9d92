import { dollars } from '#contract/funding-texts.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { MailRefused } from '#server/mail.ts'
import { doubling, GiveUp, type JobKind } from '#server/queue/queue.ts'
import { nameOf } from './payouts.rules.ts'
import { findWin } from './win-mail.queries.ts'
import { readWinMailSubject, winMail, winMailKind } from './win-mail.rules.ts'

const second = 1000
const hour = 3_600_000

/** Tells each backer of a boat that won what their share is. A mail server that is down is tried for about two days. */
export const winMailJob = ({ db, env, mailer }: Deps): JobKind => ({
  kind: winMailKind,
  atOnce: 2,
  retryAfter: doubling(10 * second, 6 * hour, 20),
  async run({ subject }) {
    const about = readWinMailSubject(subject)
    if (about === null) throw new GiveUp(`no such subject: ${subject}`)
    const win = await findWin(db, about.entry, about.backer)
    // The account is gone: nobody is left to be told.
    if (!win || win.email === null) return
    const site = siteUrl(env)
    const mail = winMail({
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
    try {
      await mailer.deliver(mail, `${winMailKind}-${about.entry}-${about.backer}`)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message, { cause: error }) : error
    }
  },
})
