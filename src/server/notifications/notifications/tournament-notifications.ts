import { dateText } from '#contract/date-text.ts'
import type { EntryId, UserId } from '#contract/ids.ts'
import { shareIfEndedText } from '#contract/money/if-ended-texts.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Lead } from '#contract/record.ts'
import type { Db } from '#server/db/connection.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { listAudience, listFollowers, listOrganisers } from './audience.queries.ts'
import { boatsText, fishText, shorten, weighedInText } from './notification-texts.rules.ts'
import {
  aboutEntry,
  isUnchanged,
  managePath,
  type NotifierContext,
  type Notifiers,
  reasonSuffix,
} from './notifiers.ts'
import type { Message } from './store-notifications.ts'
import {
  type CatchSubject,
  type EntrySubject,
  findAnnouncement,
  findCatch,
  findEntry,
  findTournament,
} from './subjects.queries.ts'

type Kinds =
  | 'catch-recorded'
  | 'catch-deleted'
  | 'position-set'
  | 'announcement-posted'
  | 'entry-created'
  | 'entry-withdrawn'
  | 'dates-changed'
  | 'tournament-cancelled'

/** Fields of a message that goes with the catch. */
export const ofCatch = (catchSubject: CatchSubject) => ({
  subjectId: catchSubject.id,
  isCurrent: isUnchanged(catchSubject, trx => findCatch(trx, catchSubject.id)),
})

/** Tells backers of the entry also what their money would be worth now. */
async function notifyWithShares(
  { now, notify, sharesIfEnded }: NotifierContext,
  entry: EntrySubject,
  message: Message,
  people: readonly UserId[],
  by: UserId | null,
  part?: string,
): Promise<void> {
  const shares = await sharesIfEnded.read({ ...entry, id: entry.tournament_id }, now())
  const isOver = now() >= entry.ends_at
  const textFor = (person: UserId) => {
    const share = shares?.ofBacker(entry.id, person)
    return share ? `${message.text}. ${shareIfEndedText(share, isOver)}.` : null
  }
  await notify({ ...message, textFor }, people, by, part)
}

async function listStanding(db: Db, ids: readonly (EntryId | null)[]): Promise<EntrySubject[]> {
  const entries: EntrySubject[] = []
  for (const id of ids) {
    const entry = id === null ? undefined : await findEntry(db, id)
    if (entry?.withdrawn_at === null) entries.push(entry)
  }
  return entries
}

/** @param catchSubject if it took the lead */
async function notifyOfLead(
  context: NotifierContext,
  { took, lost, tied, alsoTook = [], alsoLost = [], day }: Lead,
  by: UserId | null,
  catchSubject?: CatchSubject,
): Promise<void> {
  const { db } = context
  const winners = await listStanding(db, [took, ...alsoTook])
  if (winners.length === 0) return
  const losers = await listStanding(db, [lost, ...alsoLost])
  const more = { urgent: true, ...(catchSubject && ofCatch(catchSubject)) }
  // A person who follows several of these boats reads of the first, which names all.
  const recipients = new Set<UserId>()
  const notifyOf = async (kind: Message['kind'], entry: EntrySubject, text: string, isFirst: boolean) => {
    const followers = await listFollowers(db, entry, { withTournament: kind === 'lead_taken' })
    const people = followers.filter(person => !recipients.has(person))
    for (const person of people) recipients.add(person)
    await notifyWithShares(
      context,
      entry,
      aboutEntry(entry, kind, text, more),
      people,
      by,
      isFirst ? '' : entry.id,
    )
  }
  const names = boatsText(winners)
  const from = losers.length === 0 ? '' : ` from ${boatsText(losers)}`
  const on = day === undefined ? '' : ` on ${day}`
  const deed = tied
    ? `${winners.length === 1 ? 'is' : 'are'} tied for the lead${on}`
    : `took the lead${on}${from}`
  const text = `${names} ${deed}${catchSubject ? `: ${fishText(catchSubject)}` : ''}`
  for (const [n, winner] of winners.entries()) await notifyOf('lead_taken', winner, text, n === 0)
  for (const [n, loser] of losers.entries())
    await notifyOf('lead_lost', loser, `${loser.boat} lost the lead${on} to ${names}`, n === 0)
}

/** Notifies followers when the first place changes. */
export async function notifyOfChange(
  context: NotifierContext,
  { lead, by }: { lead: Lead | null; by: UserId | null },
) {
  if (lead !== null) await notifyOfLead(context, lead, by)
}

export const tournamentNotifications: Pick<Notifiers, Kinds> = {
  async 'catch-recorded'(context, { catch: { id }, place, tied, moved, lead, by }) {
    const { db } = context
    const catchSubject = await findCatch(db, id)
    const entry = catchSubject && (await findEntry(db, catchSubject.entry_id))
    if (!catchSubject || !entry || entry.withdrawn_at !== null) return
    // A correction moves or changes the fish: its place is told no more.
    const isAsRecorded = catchSubject.corrected_at === null
    if (lead?.took === entry.id && isAsRecorded) return notifyOfLead(context, lead, by, catchSubject)
    const placeText = place === null || !isAsRecorded ? '' : `, now ${tied ? 'tied ' : ''}${ordinal(place)}`
    const text = `${entry.boat} ${weighedInText(catchSubject)}${placeText}`
    const message = aboutEntry(entry, 'weighed_in', text, { ...ofCatch(catchSubject), urgent: moved })
    const followers = await listFollowers(db, entry, { withTournament: true })
    await notifyWithShares(context, entry, message, followers, by)
    // A fish that costs can give the lead to another boat.
    await notifyOfChange(context, { lead, by })
  },
  'catch-deleted': notifyOfChange,
  'position-set': notifyOfChange,

  async 'announcement-posted'({ db, notify }, { announcement: id }) {
    const announcement = await findAnnouncement(db, id)
    const tournament = announcement && (await findTournament(db, announcement.tournament_id))
    if (!announcement || !tournament) return
    const message: Message = {
      kind: 'announcement',
      title: tournament.name,
      text: shorten(announcement.content),
      path: `/tournament/${tournament.id}`,
      tournament: tournament.id,
      subjectId: id,
      isCurrent: isUnchanged(announcement, trx => findAnnouncement(trx, id)),
    }
    await notify(message, await listAudience(db, tournament.id), announcement.author_id)
  },

  async 'entry-created'({ db, notify }, { entry: id, by }) {
    const entry = await findEntry(db, id)
    if (!entry || entry.withdrawn_at !== null) return
    const tournament = { id: entry.tournament_id, organiser_id: entry.organiser_id }
    const text = `${entry.boat} entered ${entry.tournament}`
    const message = aboutEntry(entry, 'entry', text, { path: managePath(tournament.id, 'entries') })
    await notify(message, await listOrganisers(db, tournament, { withStaff: true }), by)
  },

  async 'entry-withdrawn'(context, { entry: id, lead, by }) {
    const { db, notify } = context
    const entry = await findEntry(db, id)
    if (entry && entry.withdrawn_at !== null) {
      const text = `${entry.boat} withdrew${reasonSuffix(entry.withdrawal_reason)}`
      const people = await listFollowers(db, entry, { withTournament: true, withRefunded: true })
      await notify(aboutEntry(entry, 'withdrawn', text), [...people, entry.owner_id], by)
    }
    await notifyOfChange(context, { lead, by })
  },

  async 'dates-changed'({ db, now, notify }, { tournament: id, by, starts, ends }) {
    const tournament = id && (await findTournament(db, id))
    if (!tournament || tournament.cancelled_at !== null) return
    const { name: title, starts_at: start, ends_at: end } = tournament
    const zone = (await findRules(db, tournament.id))?.timeZone ?? 'UTC'
    const at = (time: number) => dateText(time, now(), zone)
    // A start or an end by hand is no later date.
    const parts = [
      ...(starts && start > now() ? [`starts ${at(start)}`] : []),
      ...(ends && end > now() ? [`ends ${at(end)}`] : []),
    ]
    if (parts.length === 0) return
    const text = `${title} now ${parts.join(' and ')}`
    const message: Message = { kind: 'dates_changed', title, text, path: `/tournament/${id}`, tournament: id }
    await notify(message, await listAudience(db, tournament.id), by)
  },

  async 'tournament-cancelled'({ db, notify }, { tournament: id, by }) {
    const tournament = await findTournament(db, id)
    if (!tournament || tournament.cancelled_at === null) return
    const { name: title, cancel_reason: reason } = tournament
    const text = `${title} is cancelled${reasonSuffix(reason)}`
    const message: Message = { kind: 'cancelled', title, text, path: `/tournament/${id}`, tournament: id }
    const audience = await listAudience(db, id, { withRefunded: true })
    await notify(message, [...audience, tournament.organiser_id], by)
  },
}
