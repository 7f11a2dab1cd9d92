import { availableParallelism } from 'node:os'
import type { LimitFunction } from 'p-limit'
import { ApiError } from '#server/http/errors.ts'
import { randomSecret } from './secrets.ts'

/** OWASP's first choice is 46 MiB with one pass; ours is above it, and what auth-js's own service asks. */
const argon2id = { algorithm: 'argon2id', memoryCost: 65_536, timeCost: 2 } as const

/** Each hash holds 64 MiB while it runs, so only so many run at a time, and only so many wait. */
const atOnce = Math.min(4, Math.max(1, availableParallelism()))
const waitingAtMost = 500

let limit: Promise<LimitFunction> | undefined

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  limit ??= import('p-limit').then(module => module.default(atOnce))
  const run = await limit
  if (run.pendingCount >= waitingAtMost)
    throw new ApiError('unavailable', 'Too many people are signing in right now. Please try again.', {
      headers: { 'Retry-After': '5' },
    })
  return run(work)
}

/** The same letters, whichever keyboard composed them (NIST SP 800-63B, 3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return bounded(() => Bun.password.hash(normalise(password), argon2id))
}

let dummy: Promise<string> | undefined

/**
 * Whether `password` is the one behind `hash`. Without a hash it takes the same time and says no,
 * so that nobody learns from a clock which addresses have an account.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  dummy ??= hashPassword(randomSecret())
  const nobody = await dummy
  // Bun.password refuses an empty password with an exception instead of an answer.
  const same = await bounded(() => Bun.password.verify(normalise(password) || ' ', hash ?? nobody))
  return same && hash !== null && password !== ''
}
