import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../ids.ts'
import { dollars, formatCents } from '../money.ts'
import { newFunding, newIntent } from './funding.ts'
import { refuseAmount } from './funding-amount.ts'
import { fundingTexts as texts } from './funding-texts.ts'

const entry = newId<'entry'>()

/** Cents, or the message. */
function read(amount: unknown): number | string {
  const out = newIntent(amount === undefined ? {} : { amount })
  return 'amount' in out && typeof out.amount === 'number' ? out.amount : String(out)
}

describe('amounts', () => {
  for (const [amount, expected] of [
    [undefined, texts.amountRequired],
    ['', texts.amountRequired],
    [' ', texts.amountRequired],
    [null, texts.amountRequired],
    [{}, texts.amountInvalid],
    ['ten', texts.amountInvalid],
    ['NaN', texts.amountInvalid],
    ['1e3', texts.amountInvalid],
    ['10.001', texts.amountInvalid],
    [10.001, texts.amountInvalid],
    [Number.POSITIVE_INFINITY, texts.amountInvalid],
    [' 10', texts.amountInvalid],
    ['10.', texts.amountInvalid],
    ['+10', texts.amountInvalid],
    ['0x10', texts.amountInvalid],
    [0, texts.amountTooSmall],
    [-5, texts.amountTooSmall],
    ['-5', texts.amountTooSmall],
    [1_000_000, texts.amountTooLarge],
    [9.99, 999],
    ['9.99', 999],
    [64.1, 6410],
    ['64.10', 6410],
    [16.08, 1608],
    ['16.08', 1608],
    [1e3, 100_000],
    [999_999.99, 99_999_999],
  ] as const)
    test(`${JSON.stringify(amount)} ${typeof amount} → ${expected}`, () =>
      expect(read(amount)).toBe(expected))

  test('reads every amount of whole cents exactly, as a number and as a string', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), cents => {
        expect(read(cents / 100)).toBe(cents)
        expect(read(formatCents(cents))).toBe(cents)
      }),
    )
  })
})

describe('newFunding', () => {
  test('reports every invalid field at once', () => {
    expect(
      String(newFunding({ amount: 'ten', stripePaymentIntentId: 'pi_../x', tournamentEntryId: 1 })),
    ).toBe([texts.amountInvalid, texts.intentInvalid, texts.entryRequired].join('\n'))
    expect(String(newFunding({}))).toBe(
      [texts.amountRequired, texts.intentRequired, texts.entryRequired].join('\n'),
    )
  })

  test('accepts the fields of the form', () => {
    const body = { tournamentEntryId: entry, amount: '25', stripePaymentIntentId: 'pi_mock_1' }
    expect(newFunding(body)).toEqual({ ...body, amount: 2500 })
  })
})

describe('refuseAmount', () => {
  const kind = (cents: number, remaining: number) => refuseAmount(cents, remaining)?.kind ?? 'fine'

  for (const [cents, remaining, expected] of [
    [1000, 0, 'taken'],
    [999, 5000, 'amount'],
    [1000, 5000, 'fine'],
    [5000, 5000, 'fine'],
    [5001, 5000, 'taken'],
    [4950, 5000, 'taken'],
    [4900, 5000, 'fine'],
    [500, 500, 'fine'],
    [400, 500, 'amount'],
    [1000, 500, 'taken'],
    [1, 1, 'fine'],
  ] as const)
    test(`${cents} of ${remaining}: ${expected}`, () => expect(kind(cents, remaining)).toBe(expected))

  test('suggests the two amounts that work, or the only one', () => {
    expect(refuseAmount(4950, 5000)?.message).toBe(
      'That would leave $0.50, which is too little to fund. Please fund $49 or $50.',
    )
    expect(refuseAmount(1000, 1050)?.message).toBe(
      'That would leave $0.50, which is too little to fund. Please fund $10.50.',
    )
  })

  test('suggests the whole remainder when the minimum would leave too little', () => {
    expect(refuseAmount(500, 1050)).toMatchObject({ kind: 'amount', instead: [1050] })
    expect(refuseAmount(500, 1100)).toMatchObject({ kind: 'amount', instead: [1000] })
  })

  test('accepts what it suggests, and every accepted amount leaves a fundable remainder', () => {
    const cents = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(cents, cents, (amount, remaining) => {
        const refusal = refuseAmount(amount, remaining)
        for (const other of refusal?.instead ?? []) expect(refuseAmount(other, remaining)).toBeNull()
        if (refusal !== null) return
        const rest = remaining - amount
        expect(rest === 0 || refuseAmount(rest, rest) === null).toBe(true)
        expect(rest === 0 || rest >= 100).toBe(true)
      }),
    )
  })
})

test('dollars', () => {
  expect([dollars(5), dollars(2500), dollars(123_450), dollars(100_000_000)]).toEqual([
    '$0.05',
    '$25',
    '$1,234.50',
    '$1,000,000',
  ])
})
