import { type FundingId, isId } from '#contract/ids.ts'
import {
  goalRuleSentence,
  missedGoalSentence,
  type StakeTerms,
  stakeSentences,
} from '#contract/money/stake-texts.ts'
import { dollars } from '#contract/money.ts'
import type { Mail } from '#server/mail/mail.ts'
import { type RefundCause, refundReasonText } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'

export const fundingMailKind = 'mail-money'

const dues = ['receipt', 'called_off', 'part_refund', 'refund'] as const
type Due = (typeof dues)[number]

export interface FundingMailName {
  due: Due
  funding: FundingId
  /** `part_refund`: total cents refunded; else the time of the change. */
  which: number
}

/** Returns the job's subject, which is unique for each mail. */
export const fundingMailSubject = ({ due, funding, which }: FundingMailName): string =>
  `${due}/${funding}/${which}`

/** @returns null when malformed */
export function parseFundingMailSubject(subject: string): FundingMailName | null {
  const [name, funding, which] = subject.split('/')
  const due = dues.find(each => each === name)
  if (due === undefined || !isId<'funding'>(funding)) return null
  return { due, funding, which: Number(which) }
}

type State = Pick<FundingRow, 'status' | 'refund_requested_at' | 'given_back_cents'>

/** Returns whether the mail still describes the funding: a newer mail may have replaced it. */
export function isCurrent({ due, which }: FundingMailName, funding: State): boolean {
  const { status, refund_requested_at: requestedAt, given_back_cents: givenBack } = funding
  switch (due) {
    case 'receipt':
      return status === 'completed' && requestedAt === null && givenBack === 0
    case 'part_refund':
      return requestedAt === null && givenBack === which
    case 'called_off':
      return status === 'completed' && requestedAt !== null
    case 'refund':
      return status === 'refunded'
    default:
      return due satisfies never
  }
}

export interface FundingMailData {
  due: Due
  to: string
  cents: number
  /** Cents. */
  givenBack: number
  boat: string
  tournament: string
  tournamentUrl: string
  cause: RefundCause
  mode: FundingRow['mode']
  /** Terms that the backer agreed to. */
  stake: StakeTerms
  /** Sentences on the jackpots that backers share, and on when results stand; of receipts with rules. */
  jackpots: readonly string[]
  id: string
  /** Address. */
  site: string
  siteName: string
}

const modeNote = {
  test: '\nThis was a test payment: no card was charged.\n',
  sandbox: '\nThis was a sandbox payment: no card was charged.\n',
  live: '',
} as const

const footer = ({ id, site, siteName, mode }: FundingMailData) => `

Payment number: ${id}
Your payments: ${site}/my-funding
You always get mails about your money. Choose the others: ${site}/account/notifications
${modeNote[mode]}
${siteName}
`

export function fundingMail(data: FundingMailData): Mail {
  const { to, cents, boat, tournament, tournamentUrl } = data
  const amount = dollars(cents)
  const wholeAmount = dollars(cents + data.givenBack)
  const givenBack = data.givenBack === 0 ? null : dollars(data.givenBack)
  switch (data.due) {
    case 'receipt':
      return {
        to,
        subject: `Receipt: ${amount} for ${boat}`,
        text: `Thank you. You funded ${boat} in ${tournament} with ${amount}.

${[goalRuleSentence(data.stake), missedGoalSentence(data.stake), ...data.jackpots, ...stakeSentences(data.stake)].map(sentence => `- ${sentence}`).join('\n')}

You get a mail when the results are confirmed and the boat has won, and when your share is paid. A refund goes to your card automatically.

Follow the boat: ${tournamentUrl}${footer(data)}`,
      }
    case 'called_off':
      return {
        to,
        subject: `Your refund for ${boat}: ${amount}`,
        text: `${refundReasonText(data.cause)} You funded ${boat} in ${tournament} with ${wholeAmount}; ${givenBack === null ? 'the full amount' : `${givenBack} went back before, and the other ${amount}`} is being refunded to your card.

You don't need to do anything. You get another mail when the refund is on its way, and banks take 5 to 10 days to show it. If it isn't on your card ten days after that mail, write to the organiser with the payment number below.${footer(data)}`,
      }
    case 'part_refund':
      return {
        to,
        subject: `Refunded in part: ${dollars(data.givenBack)} for ${boat}`,
        text: `Part of your payment was refunded: ${dollars(data.givenBack)} of ${wholeAmount} for ${boat} in ${tournament}. The other ${amount} still backs the boat and shares in its winnings.

You don't need to do anything. Banks take 5 to 10 days to show the refund on your card.${footer(data)}`,
      }
    case 'refund':
      return {
        to,
        subject: `Refunded: ${amount} for ${boat}`,
        text: `${refundReasonText(data.cause)} Your ${wholeAmount} for ${boat} in ${tournament} has been refunded${givenBack === null ? '' : `: ${givenBack} before, and ${amount} now`}.

You don't need to do anything. Banks take 5 to 10 days to show it on your card. If it isn't there by then, ask your bank and give the payment number below.${footer(data)}`,
      }
  }
}
