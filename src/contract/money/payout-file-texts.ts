export const payoutProviders = ['paypal', 'wise'] as const
export type PayoutProvider = (typeof payoutProviders)[number]

export const payoutProviderNames: Record<PayoutProvider, string> = { paypal: 'PayPal', wise: 'Wise' }

export const reasonsLeftOut = ['frozen', 'waiting', 'no-details', 'other-method', 'no-email', 'full'] as const
export type ReasonLeftOut = (typeof reasonsLeftOut)[number]

/** Reasons that a payout file leaves shares out. */
export const leftOutTexts: Record<ReasonLeftOut, string> = {
  frozen: 'On hold: don’t pay yet',
  waiting: 'Can’t be paid yet: the rules ask to wait',
  'no-details': 'Haven’t said where to send it',
  'other-method': 'Want to be paid another way',
  'no-email': 'Gave no email address to send it to',
  full: 'Don’t fit in one file: pay them with the next one',
}

export const reportStates = [
  'paid',
  'failed',
  'pending',
  'already',
  'differs',
  'repeated',
  'unknown',
] as const

/** Kinds of rows in a result file. */
export const reportStateTexts: Record<(typeof reportStates)[number], string> = {
  paid: 'To mark as paid',
  failed: 'Failed',
  pending: 'Not complete yet',
  already: 'Marked as paid already',
  differs: 'Doesn’t match what is owed',
  repeated: 'More than once in the file',
  unknown: 'Not from this tournament’s files',
}
