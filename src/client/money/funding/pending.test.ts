import { describe, expect, test } from 'bun:test'
import { makePendingStore, type Pending } from './pending.ts'

const day = 86_400_000
const pending = (intentId: string, more: Partial<Pending> = {}): Pending => ({
  intentId,
  userId: 'ana',
  entryId: 'e1',
  amount: '25.00',
  message: null,
  paid: true,
  since: 100 * day,
  ...more,
})

function memory(text: string | null = null) {
  let content = text
  return {
    getItem: () => content,
    setItem: (_: string, value: string) => {
      content = value
    },
    removeItem: () => {},
  }
}

describe('payments that are not known to be recorded', () => {
  test('are stored by person, the oldest first, until they are removed', () => {
    const storage = memory()
    const store = makePendingStore(() => storage)
    store.add(pending('pi_1'))
    store.add(pending('pi_2', { userId: 'bo' }))
    store.add(pending('pi_3'))
    const again = makePendingStore(() => storage)
    expect(again.list('ana').map(({ intentId }) => intentId)).toEqual(['pi_1', 'pi_3'])
    again.remove('pi_1')
    expect(store.list('ana')).toEqual([pending('pi_3')])
    expect(store.list('bo')).toHaveLength(1)
  })

  test('are stored once each, and forgotten after a month', () => {
    const store = makePendingStore(() => storage)
    const storage = memory()
    store.add(pending('pi_1'))
    store.add(pending('pi_1', { amount: '50.00' }))
    expect(store.list('ana')).toEqual([pending('pi_1', { amount: '50.00' })])
    store.add(pending('pi_2', { since: 131 * day }))
    expect(store.list('ana').map(({ intentId }) => intentId)).toEqual(['pi_2'])
  })

  for (const text of ['', 'no json', '{}', '[null, 1, {"intentId":"pi_1"}]', '"pi"'])
    test(`are none where the browser has stored ${text}`, () => {
      expect(makePendingStore(() => memory(text)).list('ana')).toEqual([])
    })

  test('are none where the browser refuses its storage', () => {
    const store = makePendingStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    store.add(pending('pi_1'))
    store.remove('pi_1')
    expect(store.list('ana')).toEqual([])
  })
})
