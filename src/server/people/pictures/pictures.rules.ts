import { day } from '#contract/time.ts'

export interface Usage {
  count: number
  bytes: number
  /** Time of the oldest one in milliseconds since 1970, or null. */
  oldest: number | null
}

/** Most pictures and bytes of one person in the window. */
export const quota = { pictures: 200, bytes: 209_715_200, windowMs: 30 * day } as const

/** Seconds until it fits. */
export function secondsUntilFree(usage: Usage, bytes: number, now: number): number {
  if (usage.count < quota.pictures && usage.bytes + bytes <= quota.bytes) return 0
  return ((usage.oldest ?? now) + quota.windowMs - now) / 1000
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)

/** Returns whether the bytes have the signature of JPEG, PNG or WebP. */
export const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
  (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8))
