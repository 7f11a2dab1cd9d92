import { previewPicture } from '#client/lib/preview-picture.ts'
import type { Recap } from '#contract/money/recap.ts'

/** The links in a clip change with time. */
export const recapPicture = (recap: Recap): string =>
  previewPicture(`/og/recap/${recap.tournament.id}.png`, { ...recap, clip: null })
