import { afterAll, afterEach, expect } from 'bun:test'
import { usesPostgres } from '#server/db/which.ts'
import { removeTestRoot } from './test-root.ts'

// Production cost takes a second per password.
const { hash } = Bun.password
Bun.password.hash = password => hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

// Browser tests need the build's scripts and styles.
if (Bun.main.endsWith('.e2e.ts')) await import('./built-markup.ts')

if (usesPostgres) await import('./release-databases.ts')

// Fails tests with unexpected console errors.
const errors: unknown[][] = []
console.error = (...values: unknown[]) => void errors.push(values)

afterEach(() => {
  const unexpected = errors.splice(0)
  expect(unexpected).toEqual([])
})

afterAll(removeTestRoot)
