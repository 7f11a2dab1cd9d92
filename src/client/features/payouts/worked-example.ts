import { formatMoney } from '#client/domain/money.ts'
import { centsOf } from '#contract/money.ts'
import type { Statement } from '#contract/payouts.ts'

const money = (amount: string) => formatMoney(amount, { cents: true })

/** The reader's share or the first; null without shares. */
export function workedExample({ pool, raised, shares }: Statement): string | null {
  const share = shares.find(({ yours }) => yours) ?? shares[0]
  if (!share) return null
  const left = BigInt(centsOf(pool)) * BigInt(centsOf(share.contributed))
  const all = BigInt(centsOf(raised))
  const exact = (left * 100n) / all
  const whose = share.yours ? 'Yours' : 'No. 1'
  const sum = `${whose}: ${money(pool)} × ${money(share.contributed)} ÷ ${money(raised)}`
  if ((left * 100n) % all === 0n && exact % 100n === 0n) return `${sum} = ${money(share.amount)}`
  const dollars = money(`${exact / 10_000n}.00`).slice(0, -'.00'.length)
  const fraction = String(exact % 10_000n).padStart(4, '0')
  const extra = share.extraCent ? `, and 1¢ of those left over: ${money(share.amount)}` : ''
  return `${sum} ≈ ${dollars}.${fraction}, rounded down ${money(share.roundedDown)}${extra}`
}
