import { expect, test } from 'bun:test'
import { adjustmentsIn } from './adjustment-fields.tsx'

test('adjustments are read row by row, with a typed minus sign of either kind', () => {
  const data = new FormData()
  const rows = [
    ['boat-1', ' −2000 ', ' Late entry fee '],
    ['boat-2', '-100.50', 'Crew prize'],
  ] as const
  for (const [index, [entryId, amount, reason]] of rows.entries()) {
    data.set(`adjustments.${index}.entryId`, entryId)
    data.set(`adjustments.${index}.amount`, amount)
    data.set(`adjustments.${index}.reason`, reason)
  }
  data.set('reason', 'Reel Deal is disqualified')
  expect(adjustmentsIn(data)).toEqual([
    { entryId: 'boat-1', amount: '-2000', reason: 'Late entry fee' },
    { entryId: 'boat-2', amount: '-100.50', reason: 'Crew prize' },
  ])
  expect(adjustmentsIn(new FormData())).toEqual([])
})
