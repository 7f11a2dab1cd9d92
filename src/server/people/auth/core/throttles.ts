import { limits } from '#contract/limits.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { NetworkRateLimit, RateLimit } from '#server/http/rate-limit.ts'
import { GrowingDelay } from './growing-delay.ts'

export type Throttles = ReturnType<typeof makeThrottles>

/** Shared by browser and gotrue. */
export function makeThrottles({ env, monotonicNow: now }: CoreDeps) {
  const perNetwork = (points: number) =>
    new NetworkRateLimit({ points, windowSeconds: limits.networkWindowSeconds }, env.rateLimit, now)
  const growing = (free: number) =>
    new GrowingDelay({ free, firstSeconds: 1, maxSeconds: 60, forgetSeconds: 3600 }, env.rateLimit, now)
  return {
    /** By network, which a crowd may share (decision 0124); known devices of an account share `token`. */
    token: perNetwork(limits.networkSignIns),
    verify: perNetwork(limits.networkCrowd),
    signUp: perNetwork(limits.networkCrowd),
    recover: perNetwork(limits.networkMails),
    resend: perNetwork(limits.networkMails),
    change: perNetwork(limits.networkCrowd),
    /** By address and network or device. */
    password: growing(5),
    /** By address and untrusted proxy, against forged addresses. */
    sharedPassword: growing(10),
    /** By address, against distributed attacks. */
    strangers: new RateLimit({ points: 200, windowSeconds: 300 }, env.rateLimit, now),
    /** By kind and recipient. */
    mail: new RateLimit({ points: 1, windowSeconds: 60 }, env.rateLimit, now),
  }
}
