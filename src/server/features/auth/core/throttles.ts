import type { Deps } from '#server/deps.ts'
import { NetworkRateLimit, RateLimit } from '#server/http/rate-limit.ts'
import { GrowingDelay } from './growing-delay.ts'

export type Throttles = ReturnType<typeof makeThrottles>

/** Both doors share them: who is slowed down at one is slowed down at the other. */
export function makeThrottles({ env, monotonicNow: now }: Deps) {
  const perNetwork = (points: number) =>
    new NetworkRateLimit({ points, windowSeconds: 300 }, env.rateLimit, now)
  const growing = (free: number) =>
    new GrowingDelay({ free, firstSeconds: 1, maxSeconds: 60, forgetSeconds: 3600 }, env.rateLimit, now)
  return {
    /** By network: the limits of Supabase Auth. */
    token: perNetwork(150),
    verify: perNetwork(30),
    signUp: perNetwork(30),
    recover: perNetwork(30),
    resend: perNetwork(30),
    change: perNetwork(30),
    /** By account, whether it exists or not, and by network or known device: strangers slow only themselves. */
    password: growing(5),
    /** By account and untrusted proxy: all its visitors together, so that a forged address gains little. */
    sharedPassword: growing(10),
    /**
     * By account: guesses from all networks and devices that have not signed in to it before. It bounds what many
     * networks can try together; a single one never reaches it.
     */
    strangers: new RateLimit({ points: 200, windowSeconds: 300 }, env.rateLimit, now),
    /** By kind of mail and address. */
    mail: new RateLimit({ points: 1, windowSeconds: 60 }, env.rateLimit, now),
  }
}
