import { Muted, Text } from '#client/ui/layout/text.tsx'
import { formatMoney } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** A boat that the organiser entered, for its captain. */
export const OfferedBoat = ({ entry: { boat, fundingGoal, payoutPercentage } }: { entry: Entry }) => (
  <>
    <div>
      <Text look="label">Your boat</Text>
      <Text look="subheading" weight="bold" breakable>
        {boat.name}
      </Text>
      <Muted breakable>Captain: {boat.captainName}</Muted>
    </div>
    <Text>
      Its funding goal is {formatMoney(fundingGoal)}, and {formatNumber(payoutPercentage)}% of what it wins
      goes to its backers.
    </Text>
    <Text>
      Backers can fund it once you take it over. Until the first one does, you can change goal and share. You
      can’t fund it yourself once the tournament has started.
    </Text>
  </>
)
