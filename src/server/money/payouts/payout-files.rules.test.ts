import { describe, expect, test } from 'bun:test'
import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import { payeesOf, payoutFileOf } from './payout-files.rules.ts'
import type { PayoutInContext } from './payouts.queries.ts'

const settled_at = 1_000_000

/** $10 by PayPal. */
const share = (backer: string, more: Partial<PayoutInContext> = {}): PayoutInContext =>
  ({
    ...{ backer_id: backer as UserId, tournament_id: 't', settled_at, metadata: '{}', deleted_at: null },
    ...{ kind: 'paypal', details: `${backer}@example.com`, email: null },
    ...{ due_cents: 1000, to_return_cents: 0, paid_cents: null, returned_cents: 0, is_frozen: false },
    ...{ paid_at: null, earlier_payments: null },
    ...more,
  }) as PayoutInContext

const fileOf = (shares: readonly PayoutInContext[], hold = 0, now = settled_at) =>
  payoutFileOf('paypal', payeesOf(shares, hold, now))

describe('a payout file', () => {
  test('adds up a person’s shares, without those that wait for days after a round', () => {
    const shares = [
      share('ana'),
      share('ana', { due_cents: 1 }),
      share('ana', { settled_at: settled_at + hour }),
    ]
    const { lines, leftOut } = fileOf(shares, hour, settled_at + hour)
    expect(lines.map(({ amount }) => amount)).toEqual(['10.01'])
    expect(leftOut).toEqual([{ reason: 'waiting', people: 1, amount: '10.00' }])
    expect(fileOf(shares, hour, settled_at + 2 * hour)).toMatchObject({ total: '20.01', leftOut: [] })
  })

  test('has no more shares than can be marked at once: whole people are left for the next', () => {
    const full = Array.from({ length: limits.payoutsAtOnce - 1 }, (_, n) => share(`b${n}`))
    const { lines, leftOut } = fileOf([...full, share('last'), share('last'), share('one')])
    expect(lines).toHaveLength(limits.payoutsAtOnce)
    expect(lines.at(-1)?.email).toBe('one@example.com')
    expect(leftOut).toEqual([{ reason: 'full', people: 1, amount: '20.00' }])
  })
})
