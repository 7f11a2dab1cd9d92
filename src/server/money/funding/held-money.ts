import type { TournamentFundingTotals } from '#contract/money/funding.ts'
import { formatCents } from '#contract/money.ts'

/** Cents of one entry. */
export interface EntryMoney {
  id: string
  boat: string
  withdrawn_at: number | null
  raised: number
  refunded: number
  refunding: number
  handed_over: number
  /** Of `raised`: paid in the last 30 days, and in the 60 days before. */
  recent: number
  older: number
}

const heldOf = ({ raised, handed_over: handedOver }: EntryMoney) => ({
  held: Math.max(0, raised - handedOver),
  shortfall: Math.max(0, handedOver - raised),
})

type Sums = Record<'raised' | 'refunded' | 'refunding' | 'handedOver' | 'held' | 'shortfall', number>

const sumsOf = (entry: EntryMoney): Sums => ({
  raised: entry.raised,
  refunded: entry.refunded,
  refunding: entry.refunding,
  handedOver: entry.handed_over,
  ...heldOf(entry),
})

const present = (sums: Sums) => ({
  raised: formatCents(sums.raised),
  refunded: formatCents(sums.refunded),
  refunding: formatCents(sums.refunding),
  handedOver: formatCents(sums.handedOver),
  held: formatCents(sums.held),
  shortfall: formatCents(sums.shortfall),
})

/** Money that was paid first is handed over first, so what is held was paid last. */
function byAge(entry: EntryMoney) {
  const { held } = heldOf(entry)
  const recent = Math.min(held, entry.recent)
  const older = Math.min(held - recent, entry.older)
  return { recent, older, longer: held - recent - older }
}

export function presentHeldMoney(entries: readonly EntryMoney[]): TournamentFundingTotals {
  const sums = entries.map(sumsOf)
  const total = (column: keyof Sums) => sums.reduce((sum, each) => sum + each[column], 0)
  const ages = entries.map(byAge)
  const totalAge = (age: keyof ReturnType<typeof byAge>) =>
    formatCents(ages.reduce((sum, each) => sum + each[age], 0))
  return {
    ...present({
      raised: total('raised'),
      refunded: total('refunded'),
      refunding: total('refunding'),
      handedOver: total('handedOver'),
      held: total('held'),
      shortfall: total('shortfall'),
    }),
    heldFor: { upTo30Days: totalAge('recent'), upTo90Days: totalAge('older'), longer: totalAge('longer') },
    entries: entries.map(entry => ({
      entryId: entry.id,
      boat: entry.boat,
      withdrawn: entry.withdrawn_at !== null,
      ...present(sumsOf(entry)),
    })),
  }
}
