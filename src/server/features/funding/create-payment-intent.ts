import type { Issue } from '#contract/errors.ts'
import { refuseAmount } from '#contract/funding-amount.ts'
import { dollars, fundingTexts as texts } from '#contract/funding-texts.ts'
import { type EntryId, isId, newId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hundredthsOf } from '#contract/money.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { ApiError, invalid, notFound } from '#server/http/errors.ts'
import {
  NoSuchPayment,
  type PaymentProvider,
  ProviderUnreachable,
} from '#server/payments/payment-provider.ts'
import { type FundedEntry, findFundedEntry } from './entry-funding.queries.ts'
import {
  heldByOthers,
  heldElsewhere,
  insertFunding,
  lastUnpaidHold,
  listHolds,
  updateFunding,
} from './funding.queries.ts'
import { fundingClosed } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { syncPayment } from './sync-payment.ts'

const minute = 60_000

export const conflict = (message: string) => new ApiError('conflict', message)

export const noSuchEntry = () => notFound('There is no such tournament entry.')

/** An entry that stands, of a tournament that isn't hidden. @throws ApiError 404 */
export async function getFundedEntry(db: Db, id: EntryId): Promise<FundedEntry> {
  const entry = await findFundedEntry(db, id)
  if (!entry || entry.withdrawn_at !== null || entry.organiser_banned_at !== null) throw noSuchEntry()
  return entry
}

/**
 * Whether an amount can be paid for an entry now.
 * @param held cents that others are paying just now
 * @throws ApiError 409 where others or the clock were faster; 400 for an amount that would not do for anybody
 */
export function checkAmount(entry: FundedEntry, cents: number, held: number, now: number): void {
  const closed = fundingClosed(entry, now)
  if (closed) throw conflict(closed.message)
  const remaining = Math.max(0, entry.goal - entry.current)
  const refusal = refuseAmount(cents, remaining)
  if (refusal === null && held === 0) return
  const free = Math.max(0, remaining - held)
  const waiting = refusal ?? refuseAmount(cents, free)
  if (waiting === null) return
  const message = refusal ? refusal.message : otherBackerPayingText(waiting.instead, remaining, free)
  const issues = [{ path: 'amount', message }]
  if (waiting.kind === 'amount' && refusal) throw invalid(issues)
  throw new ApiError('conflict', message, { issues })
}

/** What an amount as it was sent would be refused for, were the rest of the request right. */
export async function amountIssues(db: Db, amount: unknown, id: unknown): Promise<Issue[]> {
  const cents = hundredthsOf(amount)
  const entry = isId<'entry'>(id) ? await findFundedEntry(db, id) : undefined
  if (!entry || entry.withdrawn_at !== null || cents === null) return []
  const refusal = refuseAmount(cents, Math.max(0, entry.goal - entry.current))
  return refusal?.kind === 'amount' ? [{ path: 'amount', message: refusal.message }] : []
}

/** @param instead what would do if what others are paying were paid */
function otherBackerPayingText(instead: readonly number[], remaining: number, free: number): string {
  const wait = `Another backer is paying for what remains. Try again in ${limits.fundingHoldMinutes} minutes`
  const now = instead.filter(cents => [remaining, free].every(left => refuseAmount(cents, left) === null))
  return now.length === 0 ? `${wait}.` : `${wait}, or fund ${now.map(dollars).join(' or ')}.`
}

export interface NewPaymentIntent {
  backer: { id: UserId; email: string }
  entry: EntryId | null
  cents: number
  message: string | null
}

/**
 * Begins a payment: our row first, so that nothing is charged that we have never heard of, then the provider. It
 * replaces what the same person has begun for the same entry.
 * @returns the secret with which a browser pays
 * @throws ApiError 400, 404, 409 for what cannot be paid; 503 when the provider does not answer, and nothing is charged
 */
export async function createPaymentIntent(deps: Deps, wanted: NewPaymentIntent): Promise<string> {
  const { db, log } = deps
  const { payments } = deps
  const { row, entry, replaced } = await inTransaction(db, trx => insertPending(trx, deps, payments, wanted))
  for (const old of replaced) await cancelReplacedIntent(deps, payments, old)
  try {
    const { id, clientSecret } = await payments.create({
      funding: row.id,
      backer: wanted.backer.id,
      entry: wanted.entry,
      cents: wanted.cents,
      description: entry ? `${entry.boat_name}, ${entry.tournament_name}` : 'Funding of a tournament boat',
      email: wanted.backer.email,
    })
    await inTransaction(db, trx => updateFunding(trx, row.id, { intent_id: id }))
    return clientSecret
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('a payment could not be begun', { funding: row.id, reason: error.message })
    await inTransaction(db, trx => updateFunding(trx, row.id, { status: 'failed', failed_at: deps.now() }))
    throw new ApiError('unavailable', texts.unreachable, { cause: error })
  }
}

async function insertPending(
  trx: Trx,
  deps: Deps,
  payments: PaymentProvider,
  { backer, entry: id, cents, message }: NewPaymentIntent,
): Promise<{ row: FundingRow; entry: FundedEntry | null; replaced: ReplacedIntent[] }> {
  const now = deps.now()
  const entry = id === null ? null : await getFundedEntry(trx, id)
  if (entry) checkAmount(entry, cents, await heldByOthers(trx, entry.id, backer.id, now), now)
  // Which boat it is for is not known yet, so no remainder can excuse it.
  else if (cents < limits.fundingMinCents) throw invalid([{ path: 'amount', message: texts.amountTooSmall }])
  await countCreated(trx, deps, { person: backer.id }, 'payments')
  const heldUntil = entry ? await holdEnd(trx, entry.id, backer.id, cents, now) : now
  const replaced = entry ? await listHolds(trx, entry.id, backer.id, now) : []
  for (const old of replaced) await updateFunding(trx, old.id, { held_until: now })
  const row = await insertFunding(trx, {
    id: newId<'funding'>(),
    entry_id: id,
    backer_id: backer.id,
    amount_cents: cents,
    message,
    status: 'pending',
    mode: payments.mode,
    created_at: now,
    held_until: heldUntil,
    // Asked about in its turn: a flood of new payments would else always come first.
    checked_at: now,
  })
  return { row, entry, replaced }
}

/**
 * Until when a payment keeps its amount from others; in the past: it holds nothing, and can be paid while there is room.
 * A person holds money of a boat once for {@link limits.fundingHoldMinutes}: a new payment keeps the end of the one that
 * it replaces, and after a hold that was not paid none begins for {@link limits.fundingHoldPauseMinutes}.
 */
async function holdEnd(
  trx: Trx,
  entry: EntryId,
  backer: UserId,
  cents: number,
  now: number,
): Promise<number> {
  const last = await lastUnpaidHold(trx, entry, backer)
  const isNew = last === null || last <= now - limits.fundingHoldPauseMinutes * minute
  const end = isNew ? now + limits.fundingHoldMinutes * minute : last
  const isTooMuch = (await heldElsewhere(trx, backer, entry, now)) + cents > limits.fundingHeldMaxCents
  return isTooMuch ? 0 : end
}

type ReplacedIntent = Pick<FundingRow, 'id' | 'intent_id'>

/** Nobody can pay what was replaced. One that was paid in that moment counts, or goes back. */
async function cancelReplacedIntent(
  deps: Deps,
  payments: PaymentProvider,
  { id, intent_id: intent }: ReplacedIntent,
): Promise<void> {
  if (intent === null || payments.mode === 'test') return
  try {
    await payments.cancel(intent)
    await syncPayment(deps, id)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof NoSuchPayment)) throw error
    deps.log.warn('a replaced payment could not be cancelled', { funding: id, reason: error.message })
  }
}
