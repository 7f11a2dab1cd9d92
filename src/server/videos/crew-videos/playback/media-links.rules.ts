import { limits } from '#contract/limits.ts'
import { hmac, isSame } from '#server/hmac.ts'
import { type Keys, purposeKey } from '#server/keys.ts'

/** Visibility is checked when a link is created, not when it's followed. */
export function mediaLinks(keys: Keys) {
  const key = purposeKey(keys, 'media-link')
  const sign = (...parts: string[]) => hmac(key, parts.join('\n')).toString('base64url')
  return {
    linkTo(video: string, file: string, now: number): string {
      const exp = String(Math.floor(now / 1000) + limits.mediaLink)
      return `/media/${video}/${file}?exp=${exp}&sig=${sign(video, file, exp)}`
    },
    /** Returns the seconds left, negative after the link's expiry, or null for a wrong signature. */
    secondsLeft(video: string, file: string, link: { exp: string; sig: string }, now: number): number | null {
      if (!isSame(link.sig, sign(video, file, link.exp))) return null
      return Number(link.exp) - Math.floor(now / 1000)
    },
  }
}

export type MediaLinks = ReturnType<typeof mediaLinks>
