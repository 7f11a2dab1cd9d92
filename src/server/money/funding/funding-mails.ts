import { officialSentence, potSentences } from '#contract/money/pot-texts.ts'
import {
  goalRuleSentence,
  missedGoalSentence,
  type StakeTerms,
  stakeSentences,
} from '#contract/money/stake-texts.ts'
import { dollars } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { payoutPromise } from '#server/money/payouts/index.ts'
import { readBackedPots } from '#server/tournaments/pots/index.ts'
import { entryClosing, organiserName, payoutsDueAt } from '#server/tournaments/tournaments/index.ts'
import { refundReasonText } from './funding.rules.ts'
import { findFundingMailData } from './funding-mails.queries.ts'
import {
  type FundingMailName,
  fundingMailKind,
  isCurrent,
  parseFundingMailSubject,
} from './funding-mails.rules.ts'

export const fundingMails = ({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): MailKind => ({
  kind: fundingMailKind,
  async compose(subject) {
    const name = parseFundingMailSubject(subject)
    const facts = await findFundingMailData(db, name.funding)
    // Deleted account or newer mail.
    if (!facts || facts.email === null || !isCurrent(name, facts)) return null
    const site = siteUrl(env)
    const { name: marina } = await readBrand(db, env)
    const { text, ...head } =
      name.due === 'receipt'
        ? await receipt(db, facts, { marina, site, now: now() })
        : refundMail(name.due, facts)
    return {
      to: facts.email,
      ...head,
      text: `${text}

Payment number: ${facts.id}
Your payments: ${site}/my-funding
You always get mails about your money. Choose the others: ${site}/account/notifications
${modeNote[facts.mode]}
${siteNameOr(marina)}
`,
    }
  },
})

const modeNote = {
  test: '\nThis was a test payment: no card was charged.\n',
  sandbox: '\nThis was a sandbox payment: no card was charged.\n',
  live: '',
} as const

type MailFacts = NonNullable<Awaited<ReturnType<typeof findFundingMailData>>>
type MailPart = Pick<Mail, 'subject' | 'text'>

async function receipt(
  db: Db,
  facts: MailFacts,
  { marina, site, now }: { marina: string | null; site: string; now: number },
): Promise<MailPart> {
  const { boat, tournament } = facts
  const amount = dollars(facts.amount_cents)
  // Terms that the backer agreed to.
  const stake = {
    boat,
    tournament,
    organiser: organiserName(marina, {
      metadata: facts.organiser_metadata,
      deleted_at: facts.organiser_deleted_at,
    }),
    ifGoalMissed: facts.bought_goal_rule ?? facts.if_goal_missed,
    payoutPercentage: (facts.bought_basis_points ?? facts.payout_basis_points) / 100,
    goal: facts.funding_goal_cents,
    closes: utcText(entryClosing(facts, facts)),
    ends: utcText(facts.ends_at),
    winningsPaid: payoutPromise(facts.payout_days, facts.is_ruled === 1 ? null : payoutsDueAt(facts)),
    isPartlyShared: facts.shared_pots !== null,
  }
  const sentences = [
    goalRuleSentence(stake),
    missedGoalSentence(stake),
    ...(await jackpotSentences(db, facts, stake, now)),
    ...stakeSentences(stake),
  ]
  return {
    subject: `Receipt: ${amount} for ${boat}`,
    text: `Thank you. You funded ${boat} in ${tournament} with ${amount}.

${sentences.map(sentence => `- ${sentence}`).join('\n')}

You get a mail when the results are confirmed and the boat has won, and when your share is paid. A refund goes to your card automatically.

Follow the boat: ${site}/tournament/${facts.tournament_id}`,
  }
}

function refundMail(due: Exclude<FundingMailName['due'], 'receipt'>, facts: MailFacts): MailPart {
  const { amount_cents: cents, given_back_cents: givenBackCents, boat, tournament } = facts
  const amount = dollars(cents)
  const wholeAmount = dollars(cents + givenBackCents)
  const givenBack = givenBackCents === 0 ? null : dollars(givenBackCents)
  switch (due) {
    case 'called_off':
      return {
        subject: `Your refund for ${boat}: ${amount}`,
        text: `${refundReasonText(facts)} You funded ${boat} in ${tournament} with ${wholeAmount}; ${givenBack === null ? 'the full amount' : `${givenBack} went back before, and the other ${amount}`} is being refunded to your card.

You don't need to do anything. You get another mail when the refund is on its way, and banks take 5 to 10 days to show it. If it isn't on your card ten days after that mail, write to the organiser with the payment number below.`,
      }
    case 'part_refund':
      return {
        subject: `Refunded in part: ${givenBack} for ${boat}`,
        text: `Part of your payment was refunded: ${givenBack} of ${wholeAmount} for ${boat} in ${tournament}. The other ${amount} still backs the boat and shares in its winnings.

You don't need to do anything. Banks take 5 to 10 days to show the refund on your card.`,
      }
    case 'refund':
      return {
        subject: `Refunded: ${amount} for ${boat}`,
        text: `${refundReasonText(facts)} Your ${wholeAmount} for ${boat} in ${tournament} has been refunded${givenBack === null ? '' : `: ${givenBack} before, and ${amount} now`}.

You don't need to do anything. Banks take 5 to 10 days to show it on your card. If it isn't there by then, ask your bank and give the payment number below.`,
      }
  }
}

/** Returns the sentences of the funding page on jackpots and on when results stand; none without rules. */
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
