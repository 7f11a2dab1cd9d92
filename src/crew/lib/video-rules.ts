import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/video-texts.ts'

export const { videoMin, videoMax } = limits

export interface VideoRuling {
  verdict: 'fine' | 'too-short' | 'too-long'
  /** Whole, as it is told to people and to the server. */
  seconds: number
}

/** Whether a video of this length may be posted. Half a second either way is the recorder's, as the server has it. */
export function videoRuling(lengthSec: number): VideoRuling {
  const seconds = Math.round(lengthSec)
  if (seconds < videoMin) return { verdict: 'too-short', seconds }
  return { verdict: seconds > videoMax ? 'too-long' : 'fine', seconds }
}

/** The specification's words for a video that may not be posted. */
export function refusalOf({ verdict, seconds }: VideoRuling): { title: string; description: string } | null {
  switch (verdict) {
    case 'fine':
      return null
    case 'too-short':
      return { title: 'Video Too Short', description: videoTexts.tooShort(seconds) }
    case 'too-long':
      return { title: 'Video Too Long', description: videoTexts.tooLong(seconds) }
  }
}
