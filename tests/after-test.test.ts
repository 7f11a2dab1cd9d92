import { expect, test } from 'bun:test'
import { afterTest } from './support/after-test.ts'

let hasThrown = false
try {
  afterTest(() => {})
} catch {
  hasThrown = true
}

const done: string[] = []

test('afterTest throws outside a test', () => {
  expect(hasThrown).toBe(true)
  afterTest(() => done.push('first'))
  afterTest(() => done.push('second'))
})

test('afterTest runs the work of the previous test, the last one first', () => {
  expect(done).toEqual(['second', 'first'])
})
