import type { Deps } from '#server/deps.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { GrowingDelay } from './growing-delay.ts'

export type Throttles = ReturnType<typeof makeThrottles>

/** Both doors share them: who is slowed down at one is slowed down at the other. */
export function makeThrottles({ env, monotonicNow: now }: Deps) {
  const perAddress = (points: number) => new RateLimit({ points, windowSeconds: 300 }, env.rateLimit, now)
  return {
    /** By address: the limits of Supabase Auth. */
    token: perAddress(150),
    verify: perAddress(30),
    signUp: perAddress(30),
    recover: perAddress(30),
    resend: perAddress(30),
    change: perAddress(30),
    /** By account, whether it exists or not, and by network or known device: strangers slow only themselves. */
    password: new GrowingDelay(
      { free: 5, firstSeconds: 1, maxSeconds: 60, forgetSeconds: 3600 },
      env.rateLimit,
      now,
    ),
    /**
     * By account: guesses from all networks and devices that have not signed in to it before. It bounds what many
     * networks can try together; a single one never reaches it.
     */
    strangers: new RateLimit({ points: 200, windowSeconds: 300 }, env.rateLimit, now),
    /** By kind of mail and address. */
    mail: new RateLimit({ points: 1, windowSeconds: 60 }, env.rateLimit, now),
  }
}
