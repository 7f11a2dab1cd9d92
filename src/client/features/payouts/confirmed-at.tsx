import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { css } from '#styled/css/index.js'

/** A line of its own, which fits on a phone with "UTC" too: nothing below it moves at hydration. */
const line = css({ display: 'block', textStyle: 'small' })

export const ConfirmedAt = ({ iso }: { iso: string }) => (
  <span className={line}>
    Confirmed <DateTime iso={iso} withTime />.
  </span>
)
