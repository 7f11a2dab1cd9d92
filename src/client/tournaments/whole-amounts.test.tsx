import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { WholeAmounts } from './whole-amounts.tsx'

test('an amount and its unit stay on one line', () => {
  const wholeIn = (text: string) =>
    [...renderToStaticMarkup(<WholeAmounts>{text}</WholeAmounts>).matchAll(/<span[^>]*>([^<]*)</g)].map(
      ([, part]) => part,
    )
  expect(wholeIn('weight 1,412.5 lbs → 11 lb 10 oz, length 32.5 inches → none')).toEqual([
    '1,412.5 lbs',
    '11 lb 10 oz',
    '32.5 inches',
  ])
  expect(wholeIn('penalty: Late Boat × 2')).toEqual([])
})
