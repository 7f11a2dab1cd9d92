import { expect, test } from 'bun:test'
import { payoutWords, statementWords } from './payout-words.tsx'

test('a share that was paid too much names what goes back, and to whom', () => {
  const share = { status: 'to-return', to_return: '5332.80' } as const
  expect(payoutWords(share, 'Olga Ruiz')).toBe(
    'The results changed after you were paid. You got $5,332.80 too much, and Olga Ruiz asks you to return it.',
  )
  expect(payoutWords(share, null)).toEndWith('and the organiser asks you to return it.')
  expect(statementWords(share)).toBe('Why it changed')
})

test('a share that grew after it was paid names what is still to come', () => {
  expect(payoutWords({ status: 'owed', due: '46.14' }, 'Olga Ruiz')).toBe(
    'The results changed after you were paid. Another $46.14 is to be paid by Olga Ruiz',
  )
  expect(payoutWords({ status: 'owed' }, null)).toBe('To be paid by the organiser')
})

test('a frozen share waits, and its backer need not act', () => {
  expect(payoutWords({ status: 'frozen' }, 'Olga Ruiz')).toBe(
    'On hold while the payment or the results are under review. You don’t have to do anything.',
  )
  expect(statementWords({ status: 'owed' })).toBe('How it was shared')
})
