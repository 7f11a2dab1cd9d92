import { afterEach, expect } from 'bun:test'

// The cost of production is 64 MiB and two passes: a second for each password on a busy machine.
const { hash } = Bun.password
Bun.password.hash = password => hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

// Fails a test that writes an unexpected error to the console.
const seen: unknown[][] = []
console.error = (...values: unknown[]) => void seen.push(values)

afterEach(() => {
  const unexpected = seen.splice(0)
  expect(unexpected).toEqual([])
})
