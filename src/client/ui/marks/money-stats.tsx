import { Stat } from '#client/ui/layout/card.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { Money } from './money.tsx'

interface MoneyStatsProps {
  /** Decimal dollars by label, in this order. */
  amounts: Readonly<Record<string, string>>
}

export const MoneyStats = ({ amounts }: MoneyStatsProps) => (
  <Grid as="dl" columns="stats" tight>
    {Object.entries(amounts).map(([label, amount]) => (
      <Stat key={label} label={label}>
        <Money amount={amount} cents />
      </Stat>
    ))}
  </Grid>
)
