/** `test`: no provider. `sandbox`: test keys. `live`: real charges. Never sum two modes. */
export const paymentModes = ['test', 'sandbox', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]
