/** Seconds, as the server counts them too: half a second either way is the recorder's, not the person's. */
export const videoMin = 10
export const videoMax = 60

export interface VideoRuling {
  verdict: 'fine' | 'too-short' | 'too-long'
  /** Whole, as it is told to people and to the server. */
  seconds: number
}

/** Whether a video of this length may be posted. */
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
      return {
        title: 'Video Too Short',
        description: `Videos must be at least ${videoMin} seconds. This was ${seconds} seconds.`,
      }
    case 'too-long':
      return {
        title: 'Video Too Long',
        description: `Videos must be less than ${videoMax} seconds. This was ${seconds} seconds.`,
      }
  }
}
