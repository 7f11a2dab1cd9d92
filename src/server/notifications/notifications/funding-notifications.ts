import type { EntryId, HandoverId, UserId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { listOwners } from '#server/people/site-roles/index.ts'
import { fundingClosing } from '#server/tournaments/tournaments/index.ts'
import { listAudience, listBackers, listFollowers, listFundingsRepliedAt } from './audience.queries.ts'
import { shorten, withinText } from './notification-texts.rules.ts'
import {
  aboutEntry,
  backersPath,
  managePath,
  type NotifierContext,
  type Notifiers,
  nameOf,
  namingBacker,
} from './notifiers.ts'
import { remind } from './queue-notifications.ts'
import {
  type FundedEntrySubject,
  findDispute,
  findEntry,
  findFundedEntry,
  findHandoverLine,
  findTournament,
  listEntriesBelowGoal,
} from './subjects.queries.ts'

type Kinds =
  | 'funding-closes'
  | 'funding-closed'
  | 'goal-missed'
  | 'funding-received'
  | 'message-sent'
  | 'reply-needed'
  | 'reply-sent'
  | 'refund-failed'
  | 'dispute-changed'
  | 'handover-recorded'
  | 'handover-reversed'

async function notifyOfHandover(
  { db, notify }: NotifierContext,
  { entry: id, handover, by }: { entry: EntryId; handover: HandoverId; by: UserId | null },
): Promise<void> {
  const entry = await findEntry(db, id)
  const line = await findHandoverLine(db, handover)
  if (!entry || !line) return
  const amount = dollars(line.amount_cents)
  const text =
    line.reason === null
      ? `The organiser handed ${amount} to ${entry.boat}, for its entry`
      : `The organiser reversed the handover of ${amount} to ${entry.boat}: ${shorten(line.reason)}`
  await notify(aboutEntry(entry, 'handover', text, { path: '/my-funding' }), await listBackers(db, id), by)
}

/** Notifies the captain, and again a day later if the message has no reply by then. */
async function notifyOfMessage(
  { db, at, notify }: NotifierContext,
  { funding, entry }: FundedEntrySubject,
): Promise<void> {
  const text = `${nameOf(funding)} backs ${entry.boat} and wrote to you`
  const more = { path: backersPath(entry), ...namingBacker(funding) }
  await notify(aboutEntry(entry, 'message', text, more), [entry.owner_id], funding.backer_id)
  if (funding.reply === null)
    await inTransaction(db, trx => remind(trx, { kind: 'reply-needed', at: at + day, funding: funding.id }))
}

export const fundingNotifications: Pick<Notifiers, Kinds> = {
  async 'funding-closes'({ db, now, notify }, { tournament: id }) {
    const tournament = await findTournament(db, id)
    if (!tournament || tournament.cancelled_at !== null) return
    const timeLeft = fundingClosing(tournament) - now()
    if (timeLeft <= 0) return
    const { name: title } = tournament
    const text = `Funding for ${title} closes ${withinText(timeLeft)}`
    const path = `/tournament/${id}`
    await notify(
      { kind: 'funding_closes', title, text, path, tournament: id },
      await listAudience(db, id),
      null,
    )
  },

  async 'funding-closed'({ db, notify }, { tournament }) {
    for (const entry of await listEntriesBelowGoal(db, tournament)) {
      if (entry.cancelled_at !== null || entry.if_goal_missed === 'refund') continue
      const people = await listFollowers(db, entry, { withTournament: false })
      const text = `${entry.boat} missed its funding goal`
      await notify(aboutEntry(entry, 'goal_missed', text), [...people, entry.owner_id], null, entry.id)
    }
  },

  async 'goal-missed'({ db, notify }, { entry: id }) {
    const entry = await findEntry(db, id)
    if (!entry || entry.withdrawn_at !== null || entry.cancelled_at !== null) return
    if (entry.awaits_captain === 1) return
    const people = await listFollowers(db, entry, { withTournament: false, withRefunded: true })
    const text = `${entry.boat} missed its funding goal: its backers get their money back`
    await notify(aboutEntry(entry, 'goal_missed', text), [...people, entry.owner_id], null)
  },

  async 'funding-received'(context, { funding: id, reached, hasMessage }) {
    const { db, notify } = context
    const subject = await findFundedEntry(db, id)
    if (subject?.funding.status !== 'completed') return
    const { funding, entry } = subject
    const { boat, owner_id: owner } = entry
    if (hasMessage) await notifyOfMessage(context, subject)
    else {
      const text = `${nameOf(funding)} backs ${boat} with ${dollars(funding.amount_cents)}`
      const more = { path: backersPath(entry), ...namingBacker(funding) }
      await notify(aboutEntry(entry, 'new_backer', text, more), [owner], funding.backer_id)
    }
    if (!reached) return
    const people = await listFollowers(db, entry, { withTournament: false })
    const text = `${boat} reached its funding goal of ${dollars(entry.goal)}`
    await notify(aboutEntry(entry, 'goal_reached', text), people, null)
  },

  async 'message-sent'(context, { funding: id }) {
    const subject = await findFundedEntry(context.db, id)
    if (subject?.funding.status === 'completed') await notifyOfMessage(context, subject)
  },

  async 'reply-needed'({ db, notify }, { funding: id }) {
    const subject = await findFundedEntry(db, id)
    if (subject?.funding.status !== 'completed' || subject.funding.reply !== null) return
    const { funding, entry } = subject
    const text = `${nameOf(funding)} wrote to ${entry.boat} a day ago and is waiting for a reply`
    const more = { path: backersPath(entry), ...namingBacker(funding) }
    await notify(aboutEntry(entry, 'reply_needed', text, more), [entry.owner_id], funding.backer_id)
  },

  async 'reply-sent'({ db, at, notify }, { entry: id }) {
    const entry = await findEntry(db, id)
    if (!entry) return
    const text = `The captain of ${entry.boat} replied to you`
    const byPath = Map.groupBy(await listFundingsRepliedAt(db, id, at), row => `/my-funding/${row.id}`)
    for (const [path, fundings] of byPath) {
      const people = fundings.map(({ backer_id: backer }) => backer)
      await notify(aboutEntry(entry, 'reply', text, { path }), people, entry.owner_id, path)
    }
  },

  async 'refund-failed'({ db, notify }, { funding: id }) {
    const subject = await findFundedEntry(db, id)
    if (!subject || subject.funding.refund_failed_at === null) return
    const { entry } = subject
    const path = managePath(entry.tournament_id, 'fundings')
    const text = `A refund to a backer of ${entry.boat} failed`
    await notify(aboutEntry(entry, 'refund_failed', text, { path }), [entry.organiser_id], null)
  },

  async 'dispute-changed'({ db, notify }, { dispute: id, status }) {
    const dispute = await findDispute(db, id)
    const entry = dispute?.entry_id && (await findEntry(db, dispute.entry_id))
    if (!dispute || !entry || dispute.status !== status) return
    const amount = dollars(dispute.amount_cents)
    const text = {
      open: `A backer’s bank disputes ${amount} for ${entry.boat}`,
      won: `The bank returned the disputed ${amount} for ${entry.boat}`,
      lost: `The bank keeps the disputed ${amount} for ${entry.boat}`,
    }[status]
    const path = managePath(entry.tournament_id, 'fundings')
    const owners = (await listOwners(db)).map(owner => owner.id)
    const people = new Set([entry.organiser_id, ...owners])
    await notify(aboutEntry(entry, 'dispute', text, { path }), people, null, status)
  },

  'handover-recorded': notifyOfHandover,
  'handover-reversed': notifyOfHandover,
}
