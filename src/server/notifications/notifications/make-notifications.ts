import type { UserId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { fullName } from '#server/people/auth/index.ts'
import { listOwners } from '#server/people/site-roles/index.ts'
import { NotDue } from '#server/queue/queue.ts'
import { type Lead, type NotificationEvent, notify } from '#server/record/notification-events/index.ts'
import { payoutsDueAt } from '#server/tournaments/tournaments/index.ts'
import { isShowable } from '#server/videos/crew-videos/index.ts'
import {
  listAnswered,
  listBackers,
  listConcerned,
  listFollowers,
  listFollowersOfBoat,
  listOrganisers,
  listOrganisersOfBoat,
} from './audience.queries.ts'
import { notificationTexts as texts } from './notification-texts.rules.ts'
import {
  type CatchSubject,
  countUnpaidShares,
  type EntrySubject,
  type FundingSubject,
  findAnnouncement,
  findCatch,
  findDispute,
  findEntry,
  findFunding,
  findHandoverLine,
  findMembership,
  findPostSubject,
  findTournament,
  listMissed,
  listWinners,
} from './subjects.queries.ts'
import { type Message, tell } from './tell.ts'

type Needs = Pick<Deps, 'db' | 'now'>
type Event<Type extends NotificationEvent['type']> = Extract<NotificationEvent, { type: Type }>

/** Milliseconds between looks at a video that isn't ready. */
const videoPauseMs = 30_000

const boatPath = ({ boat_id: id }: Pick<EntrySubject, 'boat_id'>) => `/boat/${id}`
const backersPath = ({ id }: Pick<EntrySubject, 'id'>) => `/entry/${id}/backers`
const managePath = (tournament: string, section: string) =>
  `/tournament/${tournament}/manage?section=${section}`

const nameOf = (account: Parameters<typeof fullName>[0]): string => fullName(account) ?? 'A person'

/** Whether a row is as it was read. */
const isUnchanged =
  <Row>(row: Row, read: (db: Db) => Promise<Row | undefined>) =>
  async (trx: Trx): Promise<boolean> =>
    Bun.deepEquals(await read(trx), row)

/** About an entry, shown on its boat's page. */
const about = (
  entry: EntrySubject,
  kind: Message['kind'],
  text: string,
  more: Partial<Message> = {},
): Message => ({
  kind,
  title: entry.tournament,
  text,
  path: boatPath(entry),
  boat: entry.boat_id,
  tournament: entry.tournament_id,
  ...more,
})

/** Tells those whom an event concerns. @param at when it happened @param subject of its job */
export async function makeNotifications(
  deps: Needs,
  event: NotificationEvent,
  { at, subject }: { at: number; subject: string },
): Promise<void> {
  const { db, now } = deps

  /** @param people those who did it are left out @param by null: a visitor or a command */
  const say = (message: Message, people: Iterable<UserId>, by: UserId | null, part = '') =>
    tell(
      deps,
      { subject: `${subject}${part}`, at },
      message,
      [...people].filter(each => each !== by),
    )

  const ofCatch = (caught: CatchSubject) => ({
    subjectId: caught.id,
    isCurrent: isUnchanged(caught, trx => findCatch(trx, caught.id)),
  })

  /** Names the backer. */
  const ofFunding = (funding: FundingSubject) => ({
    aboutUser: funding.backer_id,
    isCurrent: isUnchanged(funding, trx => findFunding(trx, funding.id)),
  })

  /** @returns who was told of the new leader */
  async function sayLead({ took, lost }: Lead, by: UserId, caught?: CatchSubject) {
    const winner = await findEntry(db, took)
    const loser = lost === null ? undefined : await findEntry(db, lost)
    if (!winner || winner.withdrawn_at !== null) return
    const more = { urgent: true, ...(caught && ofCatch(caught)) }
    const from = loser?.withdrawn_at === null ? loser.boat : null
    const told = await listFollowers(db, winner, { withTournament: true })
    await say(about(winner, 'lead_taken', texts.leadTaken(winner.boat, from, caught ?? null), more), told, by)
    if (!loser || loser.withdrawn_at !== null) return
    // Their notification names both boats.
    const others = new Set(await listFollowers(db, loser, { withTournament: false })).difference(
      new Set(told),
    )
    await say(about(loser, 'lead_lost', texts.leadLost(loser.boat, winner.boat), more), others, by)
  }

  async function sayWeighIn({ catch: id, place, moved, lead, by }: Event<'weigh-in'>) {
    const caught = await findCatch(db, id)
    const entry = caught && (await findEntry(db, caught.entry_id))
    if (!caught || !entry || entry.withdrawn_at !== null) return
    if (lead?.took === entry.id) return sayLead(lead, by, caught)
    const text = texts.weighedIn(entry.boat, caught, place)
    const more = { ...ofCatch(caught), urgent: moved }
    await say(
      about(entry, 'weighed_in', text, more),
      await listFollowers(db, entry, { withTournament: true }),
      by,
    )
  }

  async function sayPost({ post: id }: Event<'crew-post'>) {
    const post = await findPostSubject(db, id)
    if (!post || post.published_at === null || post.hidden_at !== null) return
    if (!isShowable(post)) {
      if (['refused', 'failed'].includes(post.status) || now() - at > day) return
      throw new NotDue(now() + videoPauseMs)
    }
    const paid = post.visibility === 'Backers'
    const message: Message = {
      kind: 'crew_post',
      title: post.boat,
      text: texts.crewPost(post.boat, post.caption),
      path: `/crew-videos/${id}`,
      boat: post.boat_id,
      subjectId: id,
      aboutUser: post.author_id,
      isCurrent: isUnchanged(post, trx => findPostSubject(trx, id)),
    }
    await say(message, await listFollowersOfBoat(db, post.boat_id, { paid, now: now() }), post.author_id)
  }

  async function sayAnnouncement({ announcement }: Event<'announcement'>) {
    const found = await findAnnouncement(db, announcement)
    const tournament = found && (await findTournament(db, found.tournament_id))
    if (!found || !tournament) return
    const { id, name: title } = tournament
    const text = texts.announcement(found.content)
    const message: Message = {
      kind: 'announcement',
      title,
      text,
      path: `/tournament/${id}`,
      tournament: id,
      subjectId: announcement,
      isCurrent: isUnchanged(found, trx => findAnnouncement(trx, announcement)),
    }
    await say(message, await listConcerned(db, id), found.author_id)
  }

  async function sayClosing({ tournament: id }: Event<'funding-closes'>) {
    const tournament = await findTournament(db, id)
    if (!tournament || tournament.cancelled_at !== null) return
    const { name: title } = tournament
    const text = texts.fundingCloses(title)
    const message: Message = {
      kind: 'funding_closes',
      title,
      text,
      path: `/tournament/${id}`,
      tournament: id,
    }
    await say(message, await listConcerned(db, id), null)
  }

  async function sayMissed({ tournament }: Event<'funding-closed'>) {
    for (const entry of await listMissed(db, tournament)) {
      if (entry.cancelled_at !== null) continue
      const text = texts.goalMissed(entry.boat, entry.if_goal_missed === 'refund')
      const people = await listFollowers(db, entry, { withTournament: false })
      await say(about(entry, 'goal_missed', text), people, null, entry.id)
    }
  }

  async function sayFunded({ funding: id, reached }: Event<'funded'>) {
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!funding || !entry || funding.status !== 'completed') return
    const { boat, owner_id: owner } = entry
    const name = nameOf(funding)
    const more = { path: backersPath(entry), ...ofFunding(funding) }
    const hasMessage = funding.message !== null
    const message = hasMessage
      ? about(entry, 'message', texts.message(name, boat), more)
      : about(entry, 'new_backer', texts.newBacker(name, boat, funding.amount_cents), more)
    await say(message, [owner], funding.backer_id)
    if (hasMessage && funding.reply === null)
      await inTransaction(db, trx => notify(trx, { type: 'reply-needed', funding: id }, at + day))
    if (!reached) return
    const people = await listFollowers(db, entry, { withTournament: false })
    await say(about(entry, 'goal_reached', texts.goalReached(boat, entry.goal)), people, null)
  }

  async function sayReplyNeeded({ funding: id }: Event<'reply-needed'>) {
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!funding || !entry || funding.status !== 'completed' || funding.reply !== null) return
    const text = texts.replyNeeded(nameOf(funding), entry.boat)
    await say(
      about(entry, 'reply_needed', text, { path: backersPath(entry), ...ofFunding(funding) }),
      [entry.owner_id],
      funding.backer_id,
    )
  }

  async function sayReplied({ entry: id }: Event<'replied'>) {
    const entry = await findEntry(db, id)
    if (!entry) return
    const answered = Map.groupBy(
      await listAnswered(db, id, at),
      ({ id: funding }) => `/my-funding/${funding}`,
    )
    for (const [path, fundings] of answered) {
      const people = fundings.map(({ backer_id: backer }) => backer)
      await say(about(entry, 'reply', texts.reply(entry.boat), { path }), people, entry.owner_id, path)
    }
  }

  async function sayWithdrawn({ entry: id, by }: Event<'withdrawn'>) {
    const entry = await findEntry(db, id)
    if (!entry || entry.withdrawn_at === null) return
    const text = texts.withdrawn(entry.boat, entry.withdrawal_reason)
    const people = await listFollowers(db, entry, { withTournament: true })
    await say(about(entry, 'withdrawn', text), [...people, entry.owner_id], by)
  }

  async function sayCancelled({ tournament: id, by }: Event<'cancelled'>) {
    const tournament = await findTournament(db, id)
    if (!tournament || tournament.cancelled_at === null) return
    const { name: title, cancel_reason: reason } = tournament
    const text = texts.cancelled(title, reason)
    const message: Message = { kind: 'cancelled', title, text, path: `/tournament/${id}`, tournament: id }
    await say(message, [...(await listConcerned(db, id)), tournament.organiser_id], by)
  }

  async function saySettled({ tournament: id, by }: Event<'settled'>) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    for (const entry of await listWinners(db, id)) {
      const people = await listFollowers(db, entry, { withTournament: true })
      await say(about(entry, 'won', texts.won(entry.boat, entry.winnings)), people, by, entry.id)
    }
    const due = payoutsDueAt(tournament)
    // A day before they are due, or a week after the results.
    const remindAt = Math.max(at + day, due === null ? at + 7 * day : due - day)
    await inTransaction(db, trx => notify(trx, { type: 'payouts-open', tournament: id }, remindAt))
  }

  async function sayPayoutsOpen({ tournament: id }: Event<'payouts-open'>) {
    const tournament = await findTournament(db, id)
    const shares = await countUnpaidShares(db, id)
    if (!tournament || shares === 0) return
    const message: Message = {
      kind: 'payouts_open',
      title: tournament.name,
      text: texts.payoutsOpen(shares),
      path: managePath(id, 'results'),
      tournament: id,
    }
    await say(message, await listOrganisers(db, tournament, { withStaff: false }), null)
  }

  async function sayHandedOver({ entry: id, handover, by }: Event<'handed-over'>) {
    const entry = await findEntry(db, id)
    const line = await findHandoverLine(db, handover)
    if (!entry || !line) return
    const text =
      line.reason === null
        ? texts.handedOver(entry.boat, line.amount_cents)
        : texts.handoverReversed(entry.boat, line.amount_cents, line.reason)
    await say(about(entry, 'handover', text, { path: '/my-funding' }), await listBackers(db, id), by)
  }

  async function sayPaid({ tournament: id, backer }: Event<'paid'>) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    const { name: title } = tournament
    await say({ kind: 'paid', title, text: texts.paid, path: '/my-funding', tournament: id }, [backer], null)
  }

  async function sayCrewRequest({ boat, member }: Event<'crew-request'>) {
    const found = await findMembership(db, boat, member)
    if (!found || found.approved_at !== null) return
    const text = texts.crewRequest(nameOf(found), found.boat)
    await say(
      {
        kind: 'crew_request',
        title: found.boat,
        text,
        path: '/boats',
        boat,
        aboutUser: member,
        isCurrent: isUnchanged(found, trx => findMembership(trx, boat, member)),
      },
      [found.owner_id],
      member,
    )
  }

  async function sayCrewApproved({ boat, member }: Event<'crew-approved'>) {
    const found = await findMembership(db, boat, member)
    if (!found || found.approved_at === null) return
    const text = texts.crewApproved(found.boat)
    await say({ kind: 'crew_approved', title: found.boat, text, path: '/crew', boat }, [member], null)
  }

  async function sayEntered({ entry: id, by }: Event<'entered'>) {
    const entry = await findEntry(db, id)
    if (!entry || entry.withdrawn_at !== null) return
    const tournament = { id: entry.tournament_id, organiser_id: entry.organiser_id }
    const text = texts.entry(entry.boat, entry.tournament)
    const message = about(entry, 'entry', text, { path: managePath(tournament.id, 'entries') })
    await say(message, await listOrganisers(db, tournament, { withStaff: true }), by)
  }

  async function sayReported({ post: id, by }: Event<'reported'>) {
    const post = await findPostSubject(db, id)
    if (!post) return
    const message: Message = {
      kind: 'report',
      title: post.boat,
      text: texts.report(post.boat),
      path: `/crew-videos/${id}`,
      boat: post.boat_id,
    }
    await say(message, await listOrganisersOfBoat(db, post.boat_id, now()), by)
  }

  async function sayDispute({ dispute, status }: Event<'dispute'>) {
    const found = await findDispute(db, dispute)
    const entry = found?.entry_id && (await findEntry(db, found.entry_id))
    if (!found || !entry || found.status !== status) return
    const text = texts.dispute(status, entry.boat, found.amount_cents)
    const path = managePath(entry.tournament_id, 'fundings')
    const owners = (await listOwners(db)).map(({ id }) => id)
    await say(about(entry, 'dispute', text, { path }), new Set([entry.organiser_id, ...owners]), null, status)
  }

  async function sayRefundFailed({ funding: id }: Event<'refund-failed'>) {
    const funding = await findFunding(db, id)
    const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
    if (!entry || funding?.refund_failed_at === null) return
    const path = managePath(entry.tournament_id, 'fundings')
    await say(
      about(entry, 'refund_failed', texts.refundFailed(entry.boat), { path }),
      [entry.organiser_id],
      null,
    )
  }

  switch (event.type) {
    case 'weigh-in':
      return sayWeighIn(event)
    case 'lead':
      return sayLead(event.lead, event.by)
    case 'crew-post':
      return sayPost(event)
    case 'announcement':
      return sayAnnouncement(event)
    case 'funding-closes':
      return sayClosing(event)
    case 'funding-closed':
      return sayMissed(event)
    case 'funded':
      return sayFunded(event)
    case 'reply-needed':
      return sayReplyNeeded(event)
    case 'replied':
      return sayReplied(event)
    case 'withdrawn':
      return sayWithdrawn(event)
    case 'cancelled':
      return sayCancelled(event)
    case 'settled':
      return saySettled(event)
    case 'payouts-open':
      return sayPayoutsOpen(event)
    case 'handed-over':
      return sayHandedOver(event)
    case 'paid':
      return sayPaid(event)
    case 'crew-request':
      return sayCrewRequest(event)
    case 'crew-approved':
      return sayCrewApproved(event)
    case 'entered':
      return sayEntered(event)
    case 'reported':
      return sayReported(event)
    case 'dispute':
      return sayDispute(event)
    case 'refund-failed':
      return sayRefundFailed(event)
  }
}
