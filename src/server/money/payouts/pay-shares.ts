import { dateText } from '#contract/date-text.ts'
import type { UserId } from '#contract/ids.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { countText } from '#contract/numbers.ts'
import { day } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Person } from '#server/http/context.ts'
import { conflict } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { wasToldOfPayment } from './payout-mails.queries.ts'
import { paidMailKind, paidMailSubject } from './payout-mails.rules.ts'
import type { PayoutInContext } from './payouts.queries.ts'
import { payoutStatus } from './payouts.rules.ts'
import { markPaid } from './share-payments.queries.ts'

/** @returns whether to pay it: not for a repeated request @throws ApiError 409 when it can't be paid */
function checkOwed(payout: PayoutInContext, reference: string | null): boolean {
  switch (payoutStatus(payout)) {
    case 'none':
      throw conflict('There is nothing to pay for this share.')
    case 'frozen':
      throw conflict(
        payout.in_review === 1
          ? 'The results of this boat are under review. Pay its shares when the next round is confirmed.'
          : 'The payment behind this share is disputed or was refunded, so the share can’t be paid.',
      )
    case 'paid':
      // Another reference would be a second payment.
      if (reference === null || reference === payout.reference) return false
      throw conflict(
        payout.reference === null
          ? 'This share is marked as paid already.'
          : `This share is marked as paid already, with the reference ${payout.reference}.`,
      )
    case 'to-return':
      throw conflict('This share was paid too much: there is nothing to pay.')
    case 'owed':
      return true
  }
}

const rulesOf = async (db: Db, [first]: readonly PayoutInContext[]) =>
  first ? findRules(db, first.tournament_id) : null

/** The days after a round that the rules ask for, in milliseconds. */
export const payHoldOf = async (db: Db, payouts: readonly PayoutInContext[]): Promise<number> =>
  ((await rulesOf(db, payouts))?.payHoldDays ?? 0) * day

/** @throws ApiError 409 before the days after a round that the rules ask for */
async function checkHold(trx: Trx, payouts: readonly PayoutInContext[], at: number): Promise<void> {
  const rules = await rulesOf(trx, payouts)
  if (rules === null || rules.payHoldDays === 0) return
  const { payHoldDays, timeZone } = rules
  const until = Math.max(...payouts.map(payout => payout.settled_at)) + payHoldDays * day
  if (at < until)
    throw conflict(
      `Shares can be paid ${countText(payHoldDays, 'day')} after their results were confirmed: from ${dateText(until, at, timeZone)} on.`,
    )
}

/** Returns whether a mail already told the backer of a payment that was taken back less than a day ago. */
const isTold = async (trx: Trx, payout: PayoutInContext, at: number): Promise<boolean> => {
  const { undone_at: undoneAt, tournament_id: tournament, backer_id: backer } = payout
  if (undoneAt === null || at - undoneAt > day) return false
  return wasToldOfPayment(trx, tournament, backer, undoneAt)
}

interface Payments {
  person: Person
  at: number
  /** Keys that find a payment. */
  referenceOf(payout: PayoutInContext): string | null
  /** Cents that the sender saw as due; undefined if they don't say. */
  seenCentsOf?(payout: PayoutInContext): number | undefined
}

/** Marks shares of a tournament as paid, all or none, and mails each backer once. @throws ApiError 409 */
export async function payShares(
  trx: Trx,
  payouts: readonly PayoutInContext[],
  { person, at, referenceOf, seenCentsOf }: Payments,
): Promise<void> {
  await checkHold(trx, payouts, at)
  const recipients = new Set<UserId>()
  for (const payout of payouts) {
    const reference = referenceOf(payout)
    if (!checkOwed(payout, reference)) continue
    const expectedCents = seenCentsOf?.(payout) ?? payout.due_cents
    if (expectedCents !== payout.due_cents) throw conflict(payoutTexts.dueOutdated)
    await markPaid(trx, payout, { by: person.id, reference, now: at })
    const { tournament_id: tournament, backer_id: backer } = payout
    if (recipients.has(backer) || (await isTold(trx, payout, at))) continue
    recipients.add(backer)
    await enqueue(trx, paidMailKind, paidMailSubject(tournament, backer, at), at)
    await record(trx, { kind: 'share-paid', at, by: person.id, tournament, backer })
  }
}
