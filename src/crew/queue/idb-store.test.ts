import { expect, test } from 'bun:test'
import { fromStored, type StoredItem, toStored } from './idb-store.ts'
import { testItem } from './test-support.ts'

test('an item has the form that a tab on the first version stores and reads', () => {
  const { failedAttempts, meta, ...rest } = testItem({ failedAttempts: 2 })
  const { onUploaded: _, ...fields } = meta
  const firstVersion: StoredItem = {
    ...rest,
    fruitless: 2,
    slotsLost: 1,
    meta: { ...fields, wish: 'publish' },
  }
  const item = fromStored(firstVersion)
  expect(item).toMatchObject({ failedAttempts, meta: { ...fields, onUploaded: 'publish' } })
  expect(toStored(item)).toEqual({ ...firstVersion, slotsLost: 0 })
})
