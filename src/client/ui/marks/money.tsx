import { exactMoney, formatMoney } from '#contract/money.ts'
import { css } from '#styled/css/index.js'

const figures = css({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })

export interface MoneyProps {
  /** Decimal dollars, never through a float. */
  amount: string
  cents?: boolean | undefined
}

export function Money({ amount, cents }: MoneyProps) {
  return <span className={figures}>{cents ? exactMoney(amount) : formatMoney(amount)}</span>
}

/** @param amount null: not known yet */
export const PrizePool = ({ amount }: { amount: string | null }) =>
  amount === null ? 'TBD' : <Money amount={amount} />
