import type { Issue } from '#contract/errors.ts'
import { type EntryId, isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { refuseAmount } from '#contract/money/funding-amount.ts'
import { dollars, hundredthsOf } from '#contract/money.ts'
import type { Db } from '#server/db/connection.ts'
import { ApiError, conflict, forbidden, invalid } from '#server/http/errors.ts'
import { noEntry } from '#server/tournaments/entries/index.ts'
import { type FundedEntry, findFundedEntry } from './entry-funding.queries.ts'
import type { RefundReason } from './funding.table.ts'

/** Returns an entry of an active organiser; a withdrawn one only with `withdrawn`. @throws ApiError 404 */
export async function getFundedEntry(db: Db, id: EntryId, { withdrawn = false } = {}): Promise<FundedEntry> {
  const entry = await findFundedEntry(db, id)
  if (!entry || entry.organiser_banned_at !== null) throw noEntry()
  if (entry.withdrawn_at !== null && !withdrawn) throw noEntry()
  return entry
}

/** Returns 403 to an insider, else 409. */
export const refusalError = ({
  reason,
  message,
}: {
  reason: RefundReason | null
  message: string
}): ApiError => (reason === 'insider' ? forbidden(message) : conflict(message))

/** @param heldCents that other backers are paying @throws ApiError 400; 409 when they don't fit */
export function checkAmount(entry: FundedEntry, cents: number, heldCents: number): void {
  const remaining = Math.max(0, entry.goal - entry.current)
  const refusal = refuseAmount(cents, remaining)
  if (refusal?.kind === 'amount') throw invalid([{ path: 'amount', message: refusal.message }])
  const free = Math.max(0, remaining - heldCents)
  const freeRefusal = refuseAmount(cents, free)
  const current = refusal ?? freeRefusal
  if (current === null) return
  // Others may hold the amounts that the refusal names.
  const isPayable = refusal?.instead.every(each => refuseAmount(each, free) === null)
  const message =
    refusal && isPayable ? refusal.message : heldText((freeRefusal ?? current).instead, remaining, free)
  throw new ApiError('conflict', message, { issues: [{ path: 'amount', message }] })
}

export async function amountIssues(db: Db, amount: unknown, id: unknown): Promise<Issue[]> {
  const cents = hundredthsOf(amount)
  const entry = isId<'entry'>(id) ? await findFundedEntry(db, id) : undefined
  if (!entry || entry.withdrawn_at !== null || cents === null) return []
  const refusal = refuseAmount(cents, Math.max(0, entry.goal - entry.current))
  return refusal?.kind === 'amount' ? [{ path: 'amount', message: refusal.message }] : []
}

/** @param instead amounts that fit */
function heldText(instead: readonly number[], remaining: number, free: number): string {
  const wait = `Another backer is paying for what remains. Try again in ${limits.fundingHoldMinutes} minutes`
  const now = instead.filter(cents => [remaining, free].every(room => refuseAmount(cents, room) === null))
  return now.length === 0
    ? `${wait}.`
    : `${wait}, or fund ${now.map(amount => dollars(amount)).join(' or ')}.`
}
