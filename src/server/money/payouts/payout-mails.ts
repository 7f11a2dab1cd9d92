import type { TournamentId } from '#contract/ids.ts'
import { payoutMethodNames } from '#contract/money/payout-method.ts'
import { payoutDateSentence, sinceConfirmation } from '#contract/money/stake-texts.ts'
import { dollars, formatNet } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { GiveUp } from '#server/queue/queue.ts'
import { readPublicHead } from '#server/tournaments/log/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { getTournament, organiserName } from '#server/tournaments/tournaments/index.ts'
import { findWin, listChangedIn, listPaidAt } from './payout-mails.queries.ts'
import {
  paidMail,
  paidMailKind,
  parsePaidMailSubject,
  parseRoundMailSubject,
  parseWinMailSubject,
  roundMail,
  roundMailKind,
  winMail,
  winMailKind,
} from './payout-mails.rules.ts'
import { payoutPromise, shownInRound } from './payouts.rules.ts'

type Needs = Pick<Deps, 'db' | 'env' | 'now' | 'results'>

export const payoutMails = (deps: Needs): MailKind[] => [winMails(deps), paidMails(deps), roundMails(deps)]

const winMails = ({ db, env, now, results }: Needs): MailKind => ({
  kind: winMailKind,
  async compose(subject) {
    const about = parseWinMailSubject(subject)
    if (about === null) throw new GiveUp(`no such subject: ${subject}`)
    const win = await findWin(db, about.entry, about.backer)
    if (!win || win.email === null) return null
    const site = siteUrl(env)
    const { name: marina } = await readBrand(db, env)
    const isRuled = (await findRules(db, win.tournament_id)) !== null
    const promise = payoutPromise(win, isRuled ? { confirmedAt: win.settled_at } : undefined)
    return winMail({
      to: win.email,
      boat: win.boat,
      tournament: win.tournament,
      amount: dollars(Number(win.amount)),
      winnings: dollars(win.winnings),
      contributed: dollars(Number(win.contributed)),
      organiser: organiserName(marina, win) ?? 'The organiser',
      paidBy: payoutDateSentence(promise, isRuled ? sinceConfirmation : undefined),
      destination:
        win.kind === null
          ? null
          : `They see that it should go to: ${payoutMethodNames[win.kind]}, ${win.details}. You can change that under My Funding.`,
      myFunding: `${site}/my-funding`,
      statement: `${site}/statement/${about.entry}`,
      state: await results.textOf(await getTournament(db, win.tournament_id), now()),
      logHead: await headText(db, win.tournament_id),
      siteName: siteNameOr(marina),
    })
  },
})

const paidMails = ({ db, env }: Needs): MailKind => ({
  kind: paidMailKind,
  async compose(subject) {
    const about = parsePaidMailSubject(subject)
    if (about === null) throw new GiveUp(`no such subject: ${subject}`)
    const shares = await listPaidAt(db, about.tournament, about.backer, about.at)
    const [first] = shares
    if (!first || first.email === null) return null
    const { name: marina } = await readBrand(db, env)
    return paidMail({
      to: first.email,
      tournament: first.tournament,
      amount: dollars(shares.reduce((sum, share) => sum + share.amount_cents, 0)),
      shares: shares.map(({ boat, amount_cents: cents }) => ({ boat, amount: dollars(cents) })),
      organiser: organiserName(marina, first) ?? 'The organiser',
      myFunding: `${siteUrl(env)}/my-funding`,
      siteName: siteNameOr(marina),
    })
  },
})

/** "44 · 7be1…" */
async function headText(db: Deps['db'], tournament: TournamentId): Promise<string | null> {
  const head = await readPublicHead(db, tournament)
  return head && `${head.seq} · ${head.hash}`
}

const roundMails = ({ db, env, now, results }: Needs): MailKind => ({
  kind: roundMailKind,
  async compose(subject) {
    const about = parseRoundMailSubject(subject)
    if (about === null) throw new GiveUp(`no such subject: ${subject}`)
    const shares = await listChangedIn(db, about.tournament, about.round, about.backer)
    const [first] = shares
    if (!first || first.email === null) return null
    const { name: marina } = await readBrand(db, env)
    const toReturn = sum(shares.map(share => share.to_return_cents))
    return roundMail({
      to: first.email,
      tournament: first.tournament,
      reason: first.reason ?? '',
      shares: shares.map(share => {
        const { before, after } = shownInRound(share)
        return {
          boat: share.boat,
          before: dollars(before),
          amount: dollars(after),
          change: formatNet(after - before),
        }
      }),
      toReturn: toReturn > 0 ? dollars(toReturn) : null,
      organiser: organiserName(marina, first) ?? 'The organiser',
      myFunding: `${siteUrl(env)}/my-funding`,
      state: await results.textOf(await getTournament(db, about.tournament), now()),
      logHead: await headText(db, about.tournament),
      siteName: siteNameOr(marina),
    })
  },
})
