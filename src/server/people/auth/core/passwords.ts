import { limits } from '#contract/limits.ts'
import { limitConcurrency } from '#server/http/concurrency.ts'
import { randomSecret } from './secrets.ts'

/** OWASP: at least 46 MiB with one pass. */
const argon2id = { algorithm: 'argon2id', memoryCost: 65_536, timeCost: 2 } as const

/** 64 MiB per running hash. */
const runBounded = limitConcurrency({
  concurrency: Math.min(4, Math.max(1, navigator.hardwareConcurrency)),
  queueMax: 500,
  fullText: 'Too many people are signing in right now. Please try again.',
})

/** NIST SP 800-63B, 5.1.1.2. Takes quadratic time: callers bound the length. */
const normalise = (password: string) => password.normalize('NFKC')

export type StoredPassword = { password_hash: string; has_long_password: 0 | 1 }

export const isLongPassword = (password: string): 0 | 1 =>
  password.length >= limits.ownerPasswordMin ? 1 : 0

export async function hashPassword(password: string): Promise<StoredPassword> {
  const hash = await runBounded(() => Bun.password.hash(normalise(password), argon2id))
  return { password_hash: hash, has_long_password: isLongPassword(password) }
}

let dummy: Promise<string> | undefined

/**
 * False for an empty password and one over `limits.passwordMax`. @param hash null verifies a dummy hash, so that the
 * timing doesn't reveal unknown addresses
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  dummy ??= Bun.password.hash(randomSecret(), argon2id)
  const fallback = await dummy
  const isPossible = password !== '' && password.length <= limits.passwordMax
  // Bun throws for an empty password.
  const candidate = isPossible ? normalise(password) : ' '
  const same = await runBounded(() => Bun.password.verify(candidate, hash ?? fallback))
  return same && hash !== null && isPossible
}
