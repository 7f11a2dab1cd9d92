import { handoverTotalsQuery } from '#client/money/api/handovers.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { MoneyStats } from '#client/ui/marks/money-stats.tsx'
import { centsOf } from '#contract/money.ts'
import { HandoverLines } from './handover-lines.tsx'

/** Money that the organiser has handed to the boat, for captain and backers. */
export const HandedOver = ({ entryId, boat }: { entryId: string; boat: string }) => (
  <Data query={handoverTotalsQuery(entryId)} optional>
    {({ raised, handedOver, due }) =>
      (centsOf(raised) > 0 || centsOf(handedOver) > 0) && (
        <Section
          id="handovers"
          title="Handed to the Boat"
          description="The organiser receives what backers pay, and hands it to the boat."
        >
          <Stack>
            <MoneyStats amounts={{ Raised: raised, 'Handed over': handedOver, Due: due }} />
            <HandoverLines entryId={entryId} boat={boat} />
          </Stack>
        </Section>
      )
    }
  </Data>
)
