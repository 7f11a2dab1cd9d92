import { NoSuchPayment, type PaymentProvider } from './payment-provider.ts'

const prefix = 'pi_mock_'

const secretSuffix = '_secret_mock'

export const isMockIntent = (intentId: string): boolean => intentId.startsWith(prefix)

/** Returns the intent's id, also from its client secret, which begins with the id. */
export const withoutMockSecret = (intentId: string): string =>
  intentId.endsWith(secretSuffix) ? intentId.slice(0, -secretSuffix.length) : intentId

/** Provider whose payments are paid when the backer confirms. */
export const testModeProvider: PaymentProvider = {
  mode: 'test',
  browser: null,
  create: async ({ funding }) => {
    const id = `${prefix}${funding.replaceAll('-', '')}`
    return { id, clientSecret: `${id}${secretSuffix}` }
  },
  find: async id => ({
    id,
    status: 'unpaid',
    received: 0,
    currency: 'usd',
    refunded: 0,
    refunds: [],
    disputes: [],
    charge: null,
    funding: null,
    backer: null,
    entry: null,
    paidAt: null,
  }),
  cancel: async () => {},
  refund: async () => {},
  findDispute: () => Promise.reject(new NoSuchPayment('Test payments are never disputed.')),
  listEvents: async () => null,
  listPayments: async () => null,
  readEvent: () => Promise.reject(new Error('Test payments send no webhooks.')),
}
