import { expect, test } from 'bun:test'
import { outcome } from './check-log.tsx'

const checkOf = (seq: number) => ({ faults: [], head: { seq, hash: '9f3a' } })

test('one event agrees, several do', () => {
  const copy = 'Compare the last hash with a copy:'
  expect(outcome(checkOf(1))).toBe(`The event agrees. ${copy} 1 · 9f3a`)
  expect(outcome(checkOf(1200))).toBe(`All 1,200 events agree. ${copy} 1200 · 9f3a`)
})
