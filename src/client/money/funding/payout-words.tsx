import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import type { Funding, FundingPayout } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { formatMoney } from '#contract/money.ts'

/** @param payer null: unknown */
export function payoutWords(
  { status, due, to_return: toReturn = '0.00' }: Omit<FundingPayout, 'amount'>,
  payer: string | null,
): string {
  const by = payer ?? 'the organiser'
  switch (status) {
    case 'owed':
      return due === undefined
        ? `To be paid by ${by}`
        : `The results changed after you were paid. Another ${formatMoney(due)} is to be paid by ${by}`
    case 'paid':
      return `Paid by ${by}`
    case 'none':
      return 'The boat won nothing'
    case 'frozen':
      return 'On hold while the payment or the results are under review. You don’t have to do anything.'
    case 'to-return':
      return `The results changed after you were paid. You got ${formatMoney(toReturn)} too much, and ${by} asks you to return it.`
  }
}

interface PayoutProps {
  payout: FundingPayout
  entry: Pick<Funding['tournament_entry'], 'id' | 'tournament'>
}

/** Returns when a share is due (ISO), or null if no date was stated. */
export const dueOf = ({ payout, entry: { tournament } }: PayoutProps): string | null =>
  payout.due_at ?? tournament.payouts_due_at

/** Outcome of a share, and its payer. */
export function PayoutWords({ payout, entry }: PayoutProps) {
  const { tournament } = entry
  const due = dueOf({ payout, entry })
  return (
    <>
      {payoutWords(payout, tournament.organiser_name)}
      {payout.status === 'owed' && due !== null && (
        <>
          {' '}
          by <DateOnly iso={due} />
        </>
      )}
      {payout.status === 'frozen' && payout.under_review && due !== null && ` ${texts.dateStandsStill}`}
    </>
  )
}

/** Text of a link to the statement. */
export const statementWords = ({ status }: Pick<FundingPayout, 'status'>): string =>
  status === 'to-return' ? 'Why it changed' : 'How it was shared'
