import { expect, test } from 'bun:test'
import type { Funding } from '#contract/funding.ts'
import { totalsOf, yearsOf } from './totals.ts'

const funding = (boat: string, tournament: string, more: Partial<Funding> = {}): Funding => ({
  id: 'f',
  amount: '64.10',
  status: 'completed',
  given_back: null,
  created_at: '2026-11-21T12:00:00.000Z',
  message: null,
  reply: null,
  replied_at: null,
  mode: 'test',
  not_counted: null,
  refund: null,
  tournament_entry: {
    id: 'e',
    current_funding: '64.10',
    funding_goal: '2500.00',
    payout_percentage: 40,
    boat: { id: boat, name: boat, captain_name: 'Ana Reyes' },
    tournament: { id: tournament, name: tournament, location: null, status: 'active' },
  },
  payout: null,
  ...more,
})

const refund = { reason: 'The tournament was cancelled.', refunded_at: null }

test('adds up to the cent, each boat and tournament once; what is not with the boat counts nowhere', () => {
  expect(
    totalsOf(
      [
        funding('a', 't', { amount: '0.10' }),
        funding('a', 't', { amount: '0.20', payout: { amount: '12.34', status: 'owed' } }),
        funding('b', 't', { payout: { amount: '0.01', status: 'paid' } }),
        funding('c', 'u', { status: 'pending' }),
        funding('c', 'u', { status: 'failed' }),
        funding('c', 'u', { refund: { ...refund, status: 'pending' } }),
        funding('c', 'u', { mode: 'live' }),
        funding('c', 'u', { status: 'refunded', refund: { ...refund, status: 'done' } }),
      ],
      'test',
    ),
  ).toEqual({ funded: 6440, boats: 2, tournaments: 1, won: 1235 })
  expect(totalsOf([], 'test')).toEqual({ funded: 0, boats: 0, tournaments: 0, won: 0 })
})

test('the years are those with fundings, the latest first', () => {
  const at = (created_at: string) => funding('a', 't', { created_at })
  expect(
    yearsOf([at('2025-12-31T23:59:59.999Z'), at('2026-01-01T00:00:00.000Z'), at('2026-05-01T00:00:00.000Z')]),
  ).toEqual(['2026', '2025'])
})
