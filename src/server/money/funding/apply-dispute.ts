import type { FundingId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Dispute } from '#server/money/payments/payment-provider.ts'
import { queueHeldWinMail } from '#server/money/payouts/index.ts'
import { listOwners } from '#server/people/site-roles/index.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import { disputeMailKind } from './dispute-mails.ts'
import { findDisputeFacts, saveDispute } from './disputes.queries.ts'
import type { DisputesTable } from './funding.table.ts'

type Status = DisputesTable['status']

/** Stores a dispute, and tells of it if it is new or decided. */
export async function applyDispute(
  trx: Trx,
  funding: FundingId,
  dispute: Dispute,
  now: number,
): Promise<void> {
  if (await saveDispute(trx, funding, dispute, now)) await recordDispute(trx, dispute.id, dispute.status, now)
}

/** Records that a dispute was opened or decided, and queues mails to the organiser and the site's owners. */
async function recordDispute(trx: Trx, id: string, status: Status, now: number): Promise<void> {
  const facts = await findDisputeFacts(trx, id)
  if (!facts) return
  const people = new Set(
    [...(await listOwners(trx)).map(({ id: owner }) => owner), facts.organiser_id].filter(
      (person): person is UserId => person !== null,
    ),
  )
  for (const person of people) await enqueue(trx, disputeMailKind, `${person}/${status}/${id}`, now)
  const isRestFree = status === 'lost' && facts.amount_cents < facts.funding_cents
  if ((status === 'won' || isRestFree) && facts.entry_id !== null)
    await queueHeldWinMail(trx, {
      entry: facts.entry_id,
      backer: facts.backer_id,
      openedAt: facts.created_at,
      now,
    })
  await record(trx, { kind: 'dispute-changed', at: now, by: null, dispute: id, status })
}
