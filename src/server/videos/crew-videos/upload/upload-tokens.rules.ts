import { type Keys, purposeKey } from '#server/keys.ts'
import { isSameSignature, sign } from '../signature.ts'

/** Makes tokens that authorise one upload without a session. */
export function uploadTokens(keys: Keys) {
  const key = purposeKey(keys, 'video-upload')
  const tokenFor = (video: string) => sign(key, [video])
  return { tokenFor, opens: (token: string, video: string) => isSameSignature(token, tokenFor(video)) }
}
