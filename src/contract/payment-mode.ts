/**
 * How payments work. `test`: no provider, no card. `sandbox`: the provider's test keys, no money moves.
 * `live`: cards are charged. A site runs in one mode, and money of two modes is never added up.
 */
export const paymentModes = ['test', 'sandbox', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]
