/**
 * `test`: no provider. `sandbox`: the provider's test keys. `live`: real charges. Never sum
 * amounts of two modes.
 */
export const paymentModes = ['test', 'sandbox', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]
