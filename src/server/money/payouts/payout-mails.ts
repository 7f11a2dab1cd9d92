import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import { payoutMethodNames } from '#contract/money/payout-method.ts'
import { payoutDateSentence, sinceConfirmation } from '#contract/money/stake-texts.ts'
import { dollars, formatNet } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { readPublicHead } from '#server/tournaments/log/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { getTournament, organiserName } from '#server/tournaments/tournaments/index.ts'
import { findWin, listChangedIn, listPaidAt } from './payout-mails.queries.ts'
import { paidMailKind, roundMailKind, winMailKind } from './payout-mails.rules.ts'
import { payoutPromise, shareDueAt, shownInRound } from './payouts.rules.ts'

type Needs = Pick<Deps, 'db' | 'env' | 'now' | 'results'>

export const payoutMails = (deps: Needs): MailKind[] => [winMails(deps), paidMails(deps), roundMails(deps)]

const winMails = (deps: Needs): MailKind => ({
  kind: winMailKind,
  async compose(subject) {
    const { db, env } = deps
    const [entry, backer] = subject.split('/') as [EntryId, UserId]
    const win = await findWin(db, entry, backer)
    if (!win || win.email === null) return null
    const { organiser, siteName } = await readNames(deps, win)
    const amount = dollars(Number(win.amount))
    const isRuled = (await findRules(db, win.tournament_id)) !== null
    const promise = payoutPromise(win.payout_days, shareDueAt(win, isRuled ? win.settled_at : null))
    const destination =
      win.kind === null
        ? 'Say under My Funding where the money should go.'
        : `They see that it should go to: ${payoutMethodNames[win.kind]}, ${win.details}. You can change that under My Funding.`
    return {
      to: win.email,
      subject: `You won ${amount} with ${win.boat}`,
      text: `You won ${amount}.

${win.boat} won ${dollars(win.winnings)} in ${win.tournament}, and you backed it with ${dollars(Number(win.contributed))}.

What happens next: ${organiser} runs the tournament and pays your share. ${payoutDateSentence(promise, isRuled ? sinceConfirmation : undefined)} ${destination} They have your name and this address, and may write to you about it. Don't answer anyone else who asks. My Funding shows when your share is marked as paid:

${siteUrl(env)}/my-funding

How the winnings were divided, to the cent:

${siteUrl(env)}/statement/${entry}
${await resultsLines(deps, win.tournament_id)}
${siteName}
`,
    }
  },
})

const paidMails = (deps: Needs): MailKind => ({
  kind: paidMailKind,
  async compose(subject) {
    const [tournament, backer, at] = subject.split('/') as [TournamentId, UserId, string]
    const shares = await listPaidAt(deps.db, tournament, backer, Number(at))
    const [first] = shares
    if (!first || first.email === null) return null
    const { organiser, siteName } = await readNames(deps, first)
    return {
      to: first.email,
      subject: `${organiser} paid you ${dollars(sum(shares.map(share => share.amount_cents)))} in winnings`,
      text: `${organiser} marked your winnings in ${first.tournament} as paid:

${shares.map(({ boat, amount_cents: cents }) => `${dollars(cents)} for ${boat}`).join('\n')}

A transfer can take some days to arrive. If it doesn't, write to ${organiser} and name the tournament. Your payments are listed under My Funding:

${siteUrl(deps.env)}/my-funding

${siteName}
`,
    }
  },
})

const roundMails = (deps: Needs): MailKind => ({
  kind: roundMailKind,
  async compose(subject) {
    const [tournament, round, backer] = subject.split('/') as [TournamentId, string, UserId]
    const shares = await listChangedIn(deps.db, tournament, Number(round), backer)
    const [first] = shares
    if (!first || first.email === null) return null
    const { organiser, siteName } = await readNames(deps, first)
    const lines = shares.map(share => {
      const { before, after } = shownInRound(share)
      return `${share.boat}: ${dollars(before)} before, ${dollars(after)} now (${formatNet(after - before)})`
    })
    const toReturn = sum(shares.map(share => share.to_return_cents))
    const returnText = `You were paid ${dollars(toReturn)} too much. ${organiser} will ask you to return it, or may waive it.\n\n`
    return {
      to: first.email,
      subject: `Your share of ${first.tournament} changed`,
      text: `${organiser} settled the results of ${first.tournament} again: ${first.reason}

${lines.join('\n')}

${toReturn > 0 ? returnText : ''}Your statement under My Funding explains each cent:

${siteUrl(deps.env)}/my-funding
${await resultsLines(deps, tournament)}
${siteName}
`,
    }
  },
})

async function readNames({ db, env }: Needs, organiser: Parameters<typeof organiserName>[1]) {
  const { name: marina } = await readBrand(db, env)
  return { organiser: organiserName(marina, organiser) ?? 'The organiser', siteName: siteNameOr(marina) }
}

/**
 * With rules the state of the results, with a public log its head: a copy with which the recipient can prove a later
 * rewrite of the log.
 */
async function resultsLines({ db, now, results }: Needs, tournament: TournamentId): Promise<string> {
  const state = await results.textOf(await getTournament(db, tournament), now())
  const head = await readPublicHead(db, tournament)
  const stateLine = state === null ? '' : `\n${state}.\n`
  return head === null
    ? stateLine
    : `${stateLine}\nThe catch log stood at ${head.seq} · ${head.hash}. Keep this mail: it proves what the log said.\n`
}
