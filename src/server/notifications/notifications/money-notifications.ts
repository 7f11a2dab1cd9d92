import type { EntryId, HandoverId, TournamentId, UserId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { day } from '#contract/time.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import {
  findOfficialAt,
  listPaidAt,
  roundChangesByBacker,
  shareDueAt,
  sharesByBacker,
} from '#server/money/payouts/index.ts'
import { listOwners } from '#server/people/site-roles/index.ts'
import { findRulesNumber } from '#server/tournaments/scoring/index.ts'
import { fundingClosing } from '#server/tournaments/tournaments/index.ts'
import {
  listAudience,
  listBackers,
  listFollowers,
  listFundingsRepliedAt,
  listOrganisers,
} from './audience.queries.ts'
import { shorten, withinText } from './notification-texts.rules.ts'
import {
  aboutEntry,
  backersPath,
  managePath,
  type NotifierContext,
  type Notifiers,
  nameOf,
  namingBacker,
  reasonSuffix,
} from './notifiers.ts'
import { remind } from './queue-notifications.ts'
import type { Message } from './store-notifications.ts'
import {
  countUnpaidShares,
  type EntrySubject,
  type FundingSubject,
  findDispute,
  findEntry,
  findFunding,
  findHandoverLine,
  findRoundReason,
  findTournament,
  listEntriesBelowGoal,
  listWinners,
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
  | 'results-confirmed'
  | 'results-official'
  | 'recap-made'
  | 'round-confirmed'
  | 'payouts-open'
  | 'share-paid'

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
  funding: FundingSubject,
  entry: EntrySubject,
): Promise<void> {
  const text = `${nameOf(funding)} backs ${entry.boat} and wrote to you`
  const more = { path: backersPath(entry), ...namingBacker(funding) }
  await notify(aboutEntry(entry, 'message', text, more), [entry.owner_id], funding.backer_id)
  if (funding.reply === null)
    await inTransaction(db, trx => remind(trx, { kind: 'reply-needed', at: at + day, funding: funding.id }))
}

/** Reminds the organiser of the shares that a round settled, if they are unpaid by then. */
async function remindOfShares(
  db: RootDb,
  tournament: NonNullable<Awaited<ReturnType<typeof findTournament>>>,
  confirmedAt: number,
): Promise<void> {
  const isRuled = (await findRulesNumber(db, tournament.id)) !== null
  const due = shareDueAt(tournament, isRuled ? { confirmedAt } : undefined)
  // A day before they are due, or a week after the results.
  const at = Math.max(confirmedAt + day, due === null ? confirmedAt + 7 * day : due - day)
  await inTransaction(db, trx => remind(trx, { kind: 'payouts-open', at, tournament: tournament.id }))
}

const aboutResults = (
  { id, name: title }: { id: TournamentId; name: string },
  kind: 'results_official' | 'results_changed',
  text: string,
): Message => ({ kind, title, text, path: `/tournament/${id}`, tournament: id })

export const moneyNotifications: Pick<Notifiers, Kinds> = {
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
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!funding || !entry || funding.status !== 'completed') return
    const { boat, owner_id: owner } = entry
    if (hasMessage) await notifyOfMessage(context, funding, entry)
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
    const funding = await findFunding(context.db, id)
    const entry = funding?.entry_id && (await findEntry(context.db, funding.entry_id))
    if (funding && entry && funding.status === 'completed') await notifyOfMessage(context, funding, entry)
  },

  async 'reply-needed'({ db, notify }, { funding: id }) {
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!funding || !entry || funding.status !== 'completed' || funding.reply !== null) return
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
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!entry || funding?.refund_failed_at === null) return
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

  async 'results-confirmed'({ db, at, notify }, { tournament: id, by }) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    for (const entry of await listWinners(db, id)) {
      const shares = await sharesByBacker(db, entry.id)
      const followers = await listFollowers(db, entry, { withTournament: true, withRefunded: true })
      const people = [...followers, entry.owner_id]
      const win = `${entry.boat} won ${dollars(entry.winnings)}`
      const textFor = (person: UserId) => `You won ${dollars(shares.get(person) ?? 0)}: ${win}`
      const others = people.filter(person => !shares.has(person))
      await notify(aboutEntry(entry, 'won', win), others, by, entry.id)
      const own = aboutEntry(entry, 'won', win, { textFor, path: '/my-funding' })
      const backers = people.filter(person => shares.has(person))
      await notify(own, backers, by, `${entry.id}/backers`)
    }
    await remindOfShares(db, tournament, at)
  },

  async 'results-official'({ db, at, notify }, { tournament: id, by }) {
    const tournament = id && (await findTournament(db, id))
    // The first time, the recap says it.
    if (!tournament || (await findOfficialAt(db, tournament.id)) === at) return
    const text = `The results of ${tournament.name} are official`
    await notify(
      aboutResults(tournament, 'results_official', text),
      await listAudience(db, tournament.id),
      by,
    )
  },

  async 'recap-made'({ db, notify }, { tournament: id, by }) {
    const tournament = id && (await findTournament(db, id))
    if (!tournament) return
    const text = `${tournament.name}: the recap. Results are official`
    const message = aboutResults(tournament, 'results_official', text)
    await notify({ ...message, path: `${message.path}/recap` }, await listAudience(db, tournament.id), by)
  },

  async 'round-confirmed'({ db, at, notify }, { tournament: id, by, round }) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    const reason = reasonSuffix(await findRoundReason(db, id, round))
    const changes = await roundChangesByBacker(db, id, round)
    const audience = await listAudience(db, id, { withRefunded: true })
    const others = audience.filter(person => !changes.has(person))
    const text = shorten(`The results of ${tournament.name} changed${reason}`)
    await notify(aboutResults(tournament, 'results_changed', text), others, by, String(round))
    const textFor = (person: UserId) => {
      const { now, change } = changes.get(person) ?? { now: 0, change: 0 }
      return shorten(`You now win ${dollars(now)}, not ${dollars(now - change)}${reason}`)
    }
    const backers = audience.filter(person => changes.has(person))
    const own = { ...aboutResults(tournament, 'results_changed', text), textFor, path: '/my-funding' }
    await notify(own, backers, by, `${round}/backers`)
    await remindOfShares(db, tournament, at)
  },

  async 'payouts-open'({ db, notify }, { tournament: id }) {
    const tournament = await findTournament(db, id)
    const shares = await countUnpaidShares(db, id)
    if (!tournament || shares === 0) return
    const subject = shares === 1 ? 'One share of the winnings is' : `${shares} shares of the winnings are`
    const message: Message = {
      kind: 'payouts_open',
      title: tournament.name,
      text: `${subject} still to be paid`,
      path: managePath(id, 'results'),
      tournament: id,
    }
    await notify(message, await listOrganisers(db, tournament, { withStaff: false }), null)
  },

  async 'share-paid'({ db, at, notify }, { tournament: id, backer }) {
    const tournament = id && (await findTournament(db, id))
    const shares = tournament ? await listPaidAt(db, tournament.id, backer, at) : []
    // Taken back since.
    if (!tournament || shares.length === 0) return
    const text = `You were paid ${dollars(sum(shares.map(share => share.amount_cents)))} in winnings`
    const path = '/my-funding'
    await notify({ kind: 'paid', title: tournament.name, text, path, tournament: id }, [backer], null)
  },
}
