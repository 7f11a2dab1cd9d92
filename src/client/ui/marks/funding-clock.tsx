import { fundingClockText } from '#client/domain/schedule.ts'
import { useNow } from '#client/lib/now.tsx'
import { Text } from '#client/ui/layout/text.tsx'

/** Time until funding closes. */
export const FundingClock = ({ closesAt }: { closesAt: string }) => (
  <Text look="small" weight="semibold">
    {fundingClockText(closesAt, useNow())}
  </Text>
)
