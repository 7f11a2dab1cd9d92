import type { LimitFunction } from 'p-limit'
import { ApiError } from '#server/http/errors.ts'
import { randomSecret } from './secrets.ts'

/** OWASP's first choice is 46 MiB with one pass; this is above it. */
const argon2id = { algorithm: 'argon2id', memoryCost: 65_536, timeCost: 2 } as const

/** Runs so many at once and lets so many wait. @throws ApiError 503 for one more */
export function makeBounded(atOnce: number, waitingAtMost: number) {
  let limit: Promise<LimitFunction> | undefined
  return async <T>(work: () => Promise<T>): Promise<T> => {
    limit ??= import('p-limit').then(module => module.default(atOnce))
    const run = await limit
    if (run.pendingCount >= waitingAtMost)
      throw new ApiError('unavailable', 'Too many people are signing in right now. Please try again.', {
        headers: { 'Retry-After': '5' },
      })
    return run(work)
  }
}

/** Each hash holds 64 MiB while it runs: at most four, whatever the machine. */
const bounded = makeBounded(Math.min(4, Math.max(1, navigator.hardwareConcurrency)), 500)

/** The same letters, whichever keyboard composed them (NIST SP 800-63B, 5.1.1.2). */
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
  dummy ??= Bun.password.hash(randomSecret(), argon2id)
  const nobody = await dummy
  // Bun.password refuses an empty password with an exception instead of an answer.
  const same = await bounded(() => Bun.password.verify(normalise(password) || ' ', hash ?? nobody))
  return same && hash !== null && password !== ''
}
