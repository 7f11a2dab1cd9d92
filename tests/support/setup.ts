import { afterEach, expect } from 'bun:test'

// An error on the console that no test expected is a failure, not scenery.
const seen: unknown[][] = []
console.error = (...values: unknown[]) => void seen.push(values)

afterEach(() => {
  const unexpected = seen.splice(0)
  expect(unexpected).toEqual([])
})
