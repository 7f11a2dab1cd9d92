import { isId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { findMailAddress } from '#server/people/auth/index.ts'
import { findDisputeFacts } from './disputes.queries.ts'

export const disputeMailKind = 'mail-dispute'

const subjects = {
  open: 'A backer’s bank disputes a payment of',
  won: 'Won: the disputed payment of',
  lost: 'Lost: the disputed payment of',
} as const

const meanings = {
  open: (due: string | null) =>
    `The bank has taken the money back for now, and the backer's share of any winnings is frozen. Answer the dispute in the dashboard of the payment provider${due === null ? '' : ` by ${due}`}, with what shows that the backer made this payment.`,
  won: (counts: boolean) =>
    counts
      ? 'The bank has returned the money. The payment counts, and the share is no longer frozen.'
      : 'The bank has returned the money. The payment can no longer count: it is refunded to the backer.',
  lost: (counts: boolean) =>
    counts
      ? 'The bank keeps this part of the payment. The rest counts, and its share of winnings is lowered to match. What you already paid out beyond that is your loss: see Results on the Manage page.'
      : 'The bank keeps the money. The payment no longer counts, and no share of winnings is owed for it. What you already paid out for it is your loss: see Results on the Manage page.',
} as const

/** Mails about disputes. Their subject is `person/status/dispute`. */
export const disputeMails = ({ db, env }: Pick<Deps, 'db' | 'env'>): MailKind => ({
  kind: disputeMailKind,
  async compose(subject) {
    const [person, status = '', id = ''] = subject.split('/')
    if (!isId<'user'>(person)) return null
    const facts = await findDisputeFacts(db, id)
    const to = await findMailAddress(db, person)
    // Decided meanwhile: another mail says so.
    if (!facts || to === null || facts.status !== status) return null
    const { name: marina } = await readBrand(db, env)
    const amount = dollars(facts.amount_cents)
    const { status: state, evidence_due_at: dueAt } = facts
    const due = dueAt === null ? null : new Date(dueAt).toISOString().slice(0, 10)
    const meaning =
      state === 'open' ? meanings.open(due) : meanings[state](facts.funding_status === 'completed')
    const subjectOf = facts.boat === null ? amount : `${amount} for ${facts.boat}`
    return {
      to,
      subject: `${subjects[facts.status]} ${subjectOf}`,
      text: `${facts.boat === null ? 'A payment without a boat' : `${facts.boat} in ${facts.tournament}`}: ${amount}${facts.reason === null ? '' : `, reason "${facts.reason.replaceAll('_', ' ')}"`}.

${meaning}

Payment number: ${facts.funding_id}
${facts.tournament_id === null ? '' : `Your fundings: ${siteUrl(env)}/tournament/${facts.tournament_id}/manage?section=fundings\n`}
${siteNameOr(marina)}
`,
    }
  },
})
