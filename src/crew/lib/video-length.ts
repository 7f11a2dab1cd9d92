import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/video-texts.ts'

export const { videoMin, videoMax } = limits

export interface LengthCheck {
  result: 'fine' | 'too-short' | 'too-long'
  /** Whole, as it is told to people and to the server. */
  seconds: number
}

/** Whether a video of this length may be posted. Half a second either way is the recorder's, as the server has it. */
export function checkLength(lengthSec: number): LengthCheck {
  const seconds = Math.round(lengthSec)
  if (seconds < videoMin) return { result: 'too-short', seconds }
  return { result: seconds > videoMax ? 'too-long' : 'fine', seconds }
}

/** The specification's words for a video that may not be posted. */
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
