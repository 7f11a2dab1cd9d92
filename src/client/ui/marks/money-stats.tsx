import { Stack } from '#client/ui/layout/stack.tsx'
import { exactMoney } from '#contract/money.ts'
import { css, cva } from '#styled/css/index.js'

interface MoneyStatsProps {
  /** Decimal dollars by label, in this order. */
  amounts: Readonly<Record<string, string>>
}

// Columns as wide as the longest sum, in rem: they don't depend on which font has arrived.
const list = cva({
  base: { display: 'grid', columnGap: '4', rowGap: '3', whiteSpace: 'nowrap' },
  variants: {
    longest: {
      short: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 7rem), 1fr))' },
      medium: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))' },
      long: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))' },
    },
  },
})
const label = css({ textStyle: 'eyebrow', color: 'inkMuted' })
// Smaller at 200 % text size.
const sum = css({
  textStyle: 'stat',
  fontSize: 'clamp(1rem, 30vw - 3rem, token(fontSizes.2xl))',
  fontVariantNumeric: 'tabular-nums',
})

function sizeOf(sums: readonly string[]): 'short' | 'medium' | 'long' {
  const longest = Math.max(...sums.map(({ length }) => length))
  if (longest <= '$12,345.67'.length) return 'short'
  return longest <= '$1,234,567.89'.length ? 'medium' : 'long'
}

/** Sums that never break over lines. */
export function MoneyStats({ amounts }: MoneyStatsProps) {
  const stats = Object.entries(amounts).map(([name, amount]) => [name, exactMoney(amount)] as const)
  return (
    <dl className={list({ longest: sizeOf(stats.map(([, text]) => text)) })}>
      {stats.map(([name, text]) => (
        <Stack key={name} gap="1">
          <dt className={label}>{name}</dt>
          <dd className={sum}>{text}</dd>
        </Stack>
      ))}
    </dl>
  )
}
