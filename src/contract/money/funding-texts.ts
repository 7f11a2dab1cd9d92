import { fieldTexts } from '../field-texts.ts'
import { limits } from '../limits.ts'
import { dollars } from '../money.ts'

export const fundingTexts = {
  amountChanged: 'Check this amount, then fund again',
  amountRequired: 'Amount is required',
  amountInvalid: 'Enter an amount in dollars with at most two decimals',
  amountTooSmall: `Minimum funding amount is ${dollars(limits.fundingMinCents)}`,
  amountTooLarge: `At most ${dollars(limits.fundingMaxCents)} can be paid at once`,
  remainderTooSmall: `What remains is less than ${dollars(limits.cardMinCents)}, which is too little for a card payment.`,
  entryRequired: 'Please choose a boat of the tournament',
  intentRequired: 'The payment is missing',
  intentInvalid: 'This payment is unknown here',
  filterInvalid: 'A status is pending, completed, refunded or failed',
  stageInvalid: 'A stage is water, upcoming or settled',
  yearInvalid: 'Give a year such as 2026',
  fullyFunded: 'This boat has reached its funding goal.',
  closed: fieldTexts.fundingClosed,
  insider: "The organiser and this boat's crew can't fund once the tournament has started.",
  termsChanged: 'The boat’s terms have changed since this payment was begun. Please look at them again.',
  termsOutdated: 'The boat’s terms have changed since you opened this page. Please look at them again.',
  replaced: 'You have started another payment for this boat. Please finish that one.',
  over: 'Funding is closed: the tournament is over.',
  cancelled: 'Funding is closed: the tournament is cancelled.',
  withoutOrganiser: 'Funding is closed: this tournament has no organiser at the moment.',
  awaitsCaptain: 'This boat can be funded once its captain has taken it over.',
  withdrawn: 'Funding is closed: this boat was withdrawn from the tournament.',
  unpaid: 'This payment is not complete yet. Please finish it, or start again.',
  notYours: 'This payment cannot be used here. Please start again.',
  refundDisputed:
    'A bank is deciding a dispute about this payment. It is refunded automatically, unless the bank takes the money back.',
  wentBack: 'This payment was refunded, so it does not count. Please start again.',
  tooLate:
    'Other backers were faster, so there is no room left for your payment. The full amount is being refunded to your card.',
  checking:
    'Your payment is safe; we are checking it. It will appear under My Funding; please do not pay again.',
  unreachable:
    'Payments cannot be taken at the moment. Nothing was charged. Please try again in a few minutes.',
  recorded: 'Thank you. Your funding is recorded.',
  failed: 'There was an issue processing your funding. Please try again.',
  testPayments: 'Test payments: no card is charged',
  sandboxPayments: "Sandbox: use Stripe's test cards",
  paidInOtherMode: (mode: string) =>
    `This was paid with ${mode} payments. It doesn't count while the site takes payments in another mode.`,
  dateStandsStill: 'The date stands still while results are under review.',
  sandboxStatement: 'Sandbox payments: no card was charged',
  sandboxReceipt: 'Sandbox payment: no card was charged',
} as const
