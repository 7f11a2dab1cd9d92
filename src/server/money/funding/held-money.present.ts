import type { TournamentFundingTotals } from '#contract/money/funding.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { sumOfTournament } from './tournament-fundings.queries.ts'

type EntryMoney = Awaited<ReturnType<typeof sumOfTournament>>[number]

const heldOf = ({ raised, handed_over: handedOver }: EntryMoney) => Math.max(0, raised - handedOver)
const shortfallOf = ({ raised, handed_over: handedOver }: EntryMoney) => Math.max(0, handedOver - raised)

function presentSums(entries: readonly EntryMoney[]) {
  const total = (read: (entry: EntryMoney) => number) => formatCents(sum(entries.map(read)))
  return {
    raised: total(entry => entry.raised),
    refunded: total(entry => entry.refunded),
    refunding: total(entry => entry.refunding),
    handedOver: total(entry => entry.handed_over),
    held: total(heldOf),
    shortfall: total(shortfallOf),
  }
}

/** Divides held money by age. Money that was paid first is handed over first. */
function byAge(entry: EntryMoney) {
  const heldCents = heldOf(entry)
  const recent = Math.min(heldCents, entry.recent)
  const older = Math.min(heldCents - recent, entry.older)
  return { recent, older, longer: heldCents - recent - older }
}

export function presentHeldMoney(entries: readonly EntryMoney[]): TournamentFundingTotals {
  const ages = entries.map(byAge)
  const heldFor = (age: keyof ReturnType<typeof byAge>) => formatCents(sum(ages.map(each => each[age])))
  return {
    ...presentSums(entries),
    heldFor: { upTo30Days: heldFor('recent'), upTo90Days: heldFor('older'), longer: heldFor('longer') },
    entries: entries.map(entry => ({
      entryId: entry.id,
      boat: entry.boat,
      withdrawn: entry.withdrawn_at !== null,
      ...presentSums([entry]),
    })),
  }
}
