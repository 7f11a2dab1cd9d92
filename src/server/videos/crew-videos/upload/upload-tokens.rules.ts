import { hmac, isSame } from '#server/hmac.ts'
import { type Keys, purposeKey } from '#server/keys.ts'

/** Makes tokens that authorise one upload without a session. */
export function uploadTokens(keys: Keys) {
  const key = purposeKey(keys, 'video-upload')
  const tokenFor = (video: string) => hmac(key, video).toString('base64url')
  return { tokenFor, opens: (token: string, video: string) => isSame(token, tokenFor(video)) }
}
