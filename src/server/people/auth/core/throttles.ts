import { limits } from '#contract/limits.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { NetworkRateLimit, RateLimit } from '#server/http/rate-limit.ts'

export type Throttles = ReturnType<typeof makeThrottles>

/** Shared by browser and gotrue. */
export function makeThrottles(deps: CoreDeps) {
  const perNetwork = (name: string, points: number) =>
    new NetworkRateLimit({ name, points, windowSeconds: limits.networkWindowSeconds }, deps)
  const growing = (name: string, free: number) =>
    new RateLimit(
      { name, points: free, windowSeconds: 3600, pauses: { firstSeconds: 1, longestSeconds: 60 } },
      deps,
    )
  return {
    /**
     * Limits for each network, which a crowd may share (decision 0017);
     * known devices of an account share `token`.
     */
    token: perNetwork('token', limits.networkSignIns),
    verify: perNetwork('verify', limits.networkCrowd),
    signUp: perNetwork('sign-up', limits.networkCrowd),
    recover: perNetwork('recover', limits.networkMails),
    resend: perNetwork('resend', limits.networkMails),
    change: perNetwork('change', limits.networkCrowd),
    /** Delay for each address and network or device. */
    password: growing('password', 5),
    /** Delay for each address and untrusted proxy, against forged addresses. */
    sharedPassword: growing('shared password', 10),
    /** Limit for each address, against distributed attacks. */
    strangers: new RateLimit({ name: 'strangers', points: 200, windowSeconds: 300 }, deps),
    /** Limit for each kind and recipient; of changes of address for each account (decision 0016). */
    mail: new RateLimit({ name: 'mail', points: 1, windowSeconds: 60 }, deps),
  }
}
