import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'

export const { videoMin, videoMax } = limits

export interface LengthCheck {
  result: 'fine' | 'too-short' | 'too-long'
  /** Rounded seconds. */
  seconds: number
}

/** Tolerates half a second, like the server. */
export function checkLength(lengthSec: number): LengthCheck {
  const seconds = Math.round(lengthSec)
  if (seconds < videoMin) return { result: 'too-short', seconds }
  return { result: seconds > videoMax ? 'too-long' : 'fine', seconds }
}

export function lengthError({ result, seconds }: LengthCheck): { title: string; description: string } | null {
  switch (result) {
    case 'fine':
      return null
    case 'too-short':
      return { title: 'Video Too Short', description: videoTexts.tooShort(seconds) }
    case 'too-long':
      return { title: 'Video Too Long', description: videoTexts.tooLong(seconds) }
  }
}
