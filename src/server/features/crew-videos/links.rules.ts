import { hmac } from '@oslojs/crypto/hmac'
import { SHA256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { imageUrl } from '#contract/images.ts'
import { limits } from '#contract/limits.ts'
import { type Keys, purposeKey } from '#server/keys.ts'
import { cleanFile } from './crew-videos.rules.ts'
import type { VideoRow } from './crew-videos.table.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function sign(key: Uint8Array, parts: readonly string[]): string {
  return encodeBase64urlNoPadding(hmac(SHA256, key, bytes(parts.join('\n'))))
}

const isSame = (given: string, right: string) => constantTimeEqual(bytes(given), bytes(right))

/** The key of an upload: with it, and without a session, its bytes can be sent. For that upload alone. */
export function uploadTokens(keys: Keys) {
  const key = purposeKey(keys, 'video-upload')
  const tokenFor = (video: string) => sign(key, [video])
  return { tokenFor, opens: (token: string, video: string) => isSame(token, tokenFor(video)) }
}

/**
 * Links to a video's files, good for {@link limits.mediaLink} seconds and for nobody to change. Who may see a video is
 * asked when a link is made, not when it is followed.
 */
export function mediaLinks(keys: Keys) {
  const key = purposeKey(keys, 'media-link')
  return {
    linkTo(video: string, file: string, now: number): string {
      const exp = String(Math.floor(now / 1000) + limits.mediaLink)
      return `/media/${video}/${file}?exp=${exp}&sig=${sign(key, [video, file, exp])}`
    },
    /** Seconds that a link is still good for; null: it is not ours. */
    secondsLeft(video: string, file: string, link: { exp: string; sig: string }, now: number): number | null {
      if (!isSame(link.sig, sign(key, [video, file, link.exp]))) return null
      return Number(link.exp) - Math.floor(now / 1000)
    },
  }
}

export type MediaLinks = ReturnType<typeof mediaLinks>

type Files = Pick<
  VideoRow,
  'id' | 'status' | 'duration_ms' | 'has_web' | 'has_h264' | 'has_poster' | 'poster_image_id'
>

/**
 * What a person who may see a video gets of it. Links are good for an hour from `now`.
 * @param isOwner the original may say where it was taken: only who uploaded it gets that
 */
export function presentFiles(video: Files, links: MediaLinks, now: number, isOwner: boolean) {
  const best = cleanFile(video) ?? (isOwner ? 'original' : null)
  return {
    videoUrl: video.status === 'ready' && best !== null ? links.linkTo(video.id, best, now) : null,
    thumbnailUrl: video.has_poster ? links.linkTo(video.id, 'poster', now) : imageUrl(video.poster_image_id),
    durationSec: Math.round((video.duration_ms ?? 0) / 100) / 10,
  }
}
