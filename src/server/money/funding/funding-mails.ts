import { officialSentence, potSentences } from '#contract/money/pot-texts.ts'
import type { StakeTerms } from '#contract/money/stake-texts.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { payoutPromise } from '#server/money/payouts/index.ts'
import { GiveUp } from '#server/queue/queue.ts'
import { readBackedPots } from '#server/tournaments/pots/index.ts'
import { entryClosing, organiserName } from '#server/tournaments/tournaments/index.ts'
import { findFundingMailData } from './funding-mails.queries.ts'
import { fundingMail, fundingMailKind, isCurrent, parseFundingMailSubject } from './funding-mails.rules.ts'

export const fundingMails = ({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): MailKind => ({
  kind: fundingMailKind,
  async compose(subject) {
    const name = parseFundingMailSubject(subject)
    if (name === null) throw new GiveUp(`no such subject: ${subject}`)
    const facts = await findFundingMailData(db, name.funding)
    // Deleted account or newer mail.
    if (!facts || facts.email === null || !isCurrent(name, facts)) return null
    const site = siteUrl(env)
    const { name: marina } = await readBrand(db, env)
    const stake = {
      boat: facts.boat,
      tournament: facts.tournament,
      organiser: organiserName(marina, {
        metadata: facts.organiser_metadata,
        deleted_at: facts.organiser_deleted_at,
      }),
      ifGoalMissed: facts.bought_goal_rule ?? facts.if_goal_missed,
      payoutPercentage: (facts.bought_basis_points ?? facts.payout_basis_points) / 100,
      goal: facts.funding_goal_cents,
      closes: utcText(entryClosing(facts, facts)),
      ends: utcText(facts.ends_at),
      winningsPaid: payoutPromise(facts, facts.is_ruled === 1 ? null : undefined),
      isPartlyShared: facts.shared_pots !== null,
    }
    return fundingMail({
      due: name.due,
      to: facts.email,
      cents: facts.amount_cents,
      givenBack: facts.given_back_cents,
      boat: facts.boat,
      tournament: facts.tournament,
      tournamentUrl: `${site}/tournament/${facts.tournament_id}`,
      cause: facts,
      mode: facts.mode,
      stake,
      jackpots: name.due === 'receipt' ? await jackpotSentences(db, facts, stake, now()) : [],
      id: facts.id,
      site,
      siteName: siteNameOr(marina),
    })
  },
})

type MailFacts = NonNullable<Awaited<ReturnType<typeof findFundingMailData>>>

/** Returns the sentences of the funding page; none without rules. */
async function jackpotSentences(db: Db, facts: MailFacts, stake: StakeTerms, now: number): Promise<string[]> {
  const { entry_id: entry, tournament_id: tournament } = facts
  const backedPots = await readBackedPots(db, {
    entry: { ...facts, id: entry },
    tournament: { ...facts, id: tournament },
  })
  if (backedPots === null) return []
  const { pots, protestsUntil } = backedPots
  const until = protestsUntil === null ? null : Date.parse(protestsUntil)
  const earliest = until !== null && until > now ? utcText(until) : null
  return [...potSentences({ ...stake, pots }), officialSentence(earliest)]
}

let utc: Intl.DateTimeFormat | undefined

/** "Nov 27, 2026, 6:00 AM UTC" */
function utcText(milliseconds: number): string {
  // Made when needed: the first takes 5 ms.
  utc ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${utc.format(milliseconds)} UTC`
}
