import { expect, test } from 'bun:test'
import type { OrganiserFunding } from '#contract/money/funding.ts'
import { statusWords } from './funding-status.tsx'

type Refund = NonNullable<OrganiserFunding['refund']>
const refund = (status: Refund['status']): Refund => ({ status, reason: '', refunded_at: null, error: null })
const words = (status: OrganiserFunding['status'], of: Refund | null = null, disputed = false) =>
  statusWords({ status, refund: of, disputed, not_counted: null }).text

test('a dispute says more than a refund, and a refund more than the status', () => {
  expect(words('completed')).toBe('Funded')
  expect(words('pending')).toBe('Being checked')
  expect(words('completed', refund('pending'))).toBe('Refund on its way')
  expect(words('pending', refund('pending'))).toBe('Refund on its way')
  expect(words('completed', refund('failed'))).toBe('Refund failed')
  expect(words('refunded', refund('done'))).toBe('Refunded')
  expect(words('completed', refund('pending'), true)).toBe('Disputed')
  const aside = {
    status: 'failed',
    refund: null,
    disputed: false,
    not_counted: 'Paid in another mode.',
  } as const
  expect(statusWords(aside).text).toBe('Not counted')
})
