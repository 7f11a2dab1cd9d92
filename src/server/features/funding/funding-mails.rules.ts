import { dollars } from '#contract/funding-texts.ts'
import { type FundingId, isId } from '#contract/ids.ts'
import type { Mail } from '#server/mail/mail.ts'
import { refundReasonText } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'

export const fundingMailKind = 'mail-money'

const dues = ['receipt', 'called_off', 'part_refund', 'refund'] as const
type Due = (typeof dues)[number]

/** One mail: what it tells, and of which payment. */
export interface FundingMailName {
  due: Due
  funding: FundingId
  /** Which of several: the cents that were refunded altogether, else the time of the change. */
  which: number
}

/** The subject of the mail's job. The same is told once. */
export const fundingMailSubject = ({ due, funding, which }: FundingMailName): string =>
  `${due}/${funding}/${which}`

/** The reverse of {@link fundingMailSubject}; null for anything else. */
export function parseFundingMailSubject(subject: string): FundingMailName | null {
  const [name, funding, which] = subject.split('/')
  const due = dues.find(known => known === name)
  if (due === undefined || !isId<'funding'>(funding)) return null
  return { due, funding, which: Number(which) }
}

type State = Pick<FundingRow, 'status' | 'refund_requested_at' | 'given_back_cents'>

/** Whether a mail is still to be sent: a newer one about the same payment replaces one that waits. */
export function isCurrent({ due, which }: FundingMailName, funding: State): boolean {
  const { status, refund_requested_at: asked, given_back_cents: givenBack } = funding
  switch (due) {
    case 'receipt':
      return status === 'completed' && asked === null && givenBack === 0
    case 'part_refund':
      return asked === null && givenBack === which
    case 'called_off':
      return status === 'completed' && asked !== null
    case 'refund':
      return status === 'refunded'
    default:
      return due satisfies never
  }
}

/** What a backer is told about one payment. */
export interface FundingMailData {
  due: Due
  to: string
  cents: number
  /** Cents that went back of a payment of which the rest stays. */
  givenBack: number
  boat: string
  tournament: string
  /** The tournament's page. */
  page: string
  reason: FundingRow['refund_reason']
  mode: FundingRow['mode']
  /** The number to name when asking about it. */
  id: string
  /** Origin for links. */
  site: string
}

const modeNote = {
  test: '\nThis was a test payment: no card was charged.\n',
  sandbox: '\nThis was a sandbox payment: no card was charged.\n',
  live: '',
} as const

const footer = ({ id, site, mode }: FundingMailData) => `

Payment number: ${id}
All your payments: ${site}/my-funding
${modeNote[mode]}
Reelstake
`

export function fundingMail(news: FundingMailData): Mail {
  const { to, cents, boat, tournament, reason, page } = news
  const amount = dollars(cents)
  switch (news.due) {
    case 'receipt':
      return {
        to,
        subject: `Receipt: ${amount} for ${boat}`,
        text: `Thank you. You have funded ${boat} in ${tournament} with ${amount}.

What happens next: your money is held until the tournament is over. If the boat wins, you get your share of the winnings, and a mail that says how much. If the tournament is cancelled or the boat is withdrawn, the whole amount goes back to your card by itself.

Follow the boat: ${page}${footer(news)}`,
      }
    case 'called_off':
      return {
        to,
        subject: `${amount} for ${boat} is going back to you`,
        text: `${refundReasonText(reason)} You had funded ${boat} in ${tournament} with ${amount}; the whole amount is going back to the card that you paid with.

There is nothing that you have to do. Banks take 5 to 10 days to show it. You get one more mail when it is on its way; if it is not on your card ten days after that, answer to the organiser with the payment number below.${footer(news)}`,
      }
    case 'part_refund':
      return {
        to,
        subject: `Refunded in part: ${dollars(news.givenBack)} for ${boat}`,
        text: `A part of your payment went back to your card: ${dollars(news.givenBack)} of ${dollars(news.givenBack + cents)} for ${boat} in ${tournament}. The other ${amount} still back the boat, and your share of the winnings follows from them.

There is nothing that you have to do. Banks take 5 to 10 days to show it on the card that you paid with.${footer(news)}`,
      }
    case 'refund':
      return {
        to,
        subject: `Refunded: ${amount} for ${boat}`,
        text: `${refundReasonText(reason)} Your ${amount} for ${boat} in ${tournament} has been refunded.

There is nothing that you have to do. Banks take 5 to 10 days to show it on the card that you paid with. If it is not there by then, ask your bank, and name the payment number below.${footer(news)}`,
      }
  }
}
