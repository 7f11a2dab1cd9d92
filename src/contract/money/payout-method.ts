/** Ways to be paid. */
export const payoutMethods = ['paypal', 'venmo', 'zelle', 'bank', 'check', 'cash', 'other'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

export const payoutMethodNames: Record<PayoutMethod, string> = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  zelle: 'Zelle',
  bank: 'Bank transfer',
  check: 'Check',
  cash: 'Cash',
  other: 'Something else',
}
