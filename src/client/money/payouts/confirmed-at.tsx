import { OwnLine } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'

export const ConfirmedAt = ({ iso }: { iso: string }) => (
  <OwnLine small>
    Confirmed <DateTime iso={iso} />.
  </OwnLine>
)
