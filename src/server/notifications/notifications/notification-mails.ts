import { isId, type UserId } from '#contract/ids.ts'
import { isoDate } from '#contract/iso.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { day } from '#contract/time.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { enqueueAll } from '#server/queue/queue.queries.ts'
import { disqualifiedAt } from '#server/tournaments/updates/index.ts'
import {
  countDay,
  findMailRecipient,
  listDayUpdates,
  listDigestTournaments,
  listDigestZones,
  listPlaces,
  takeForDigest,
} from './digest.queries.ts'
import { digestMail, notificationMail } from './notification-mails.rules.ts'
import { shorten, standingText, summary } from './notification-texts.rules.ts'
import { isOld, wallClock } from './restraint.rules.ts'
import { listMailed } from './send.queries.ts'
import { isStillWanted, notificationMailKind } from './send-notifications.ts'
import { type MailTopic, unsubscribeToken } from './unsubscribe.rules.ts'

type Needs = Pick<Deps, 'db' | 'env' | 'keys' | 'now'>

/** Subject: user id, day and time zone, since a day can have an evening in two. */
const digestMailKind = 'mail-digest'
/** Local time. */
const evening = '20:00'
const peopleAtOnce = 500
/** Largest numbers in a mail, so that it fits one screen. */
const most = { tournaments: 3, places: 3, updates: 10, characters: 100 }

const recipientOf = async ({ db, env, keys }: Needs, user: UserId, to: string, topic: MailTopic) => ({
  to,
  site: siteUrl(env),
  siteName: siteNameOr((await readBrand(db, env)).name),
  unsubscribe: `${siteUrl(env)}/unsubscribe/${unsubscribeToken(keys, user, topic)}`,
})

export const notificationMails = (deps: Needs): MailKind[] => [ofNotifications(deps), ofDigests(deps)]

const ofNotifications = (deps: Needs): MailKind => ({
  kind: notificationMailKind,
  async compose(subject) {
    const { db } = deps
    const [user, at] = subject.split('/')
    if (!isId<'user'>(user)) return null
    const { email } = (await findMailRecipient(db, user)) ?? {}
    const messages = (await listMailed(db, user, Number(at))).filter(
      row => isStillWanted(row) && !isOld(row.created_at, deps.now()),
    )
    const [first] = messages
    if (!email || !first) return null
    const topic = messages.every(({ kind }) => kind === first.kind) ? first.kind : 'all'
    const { title, text } = summary(messages)
    const subjectLine = messages.length === 1 ? text : title
    const recipient = await recipientOf(deps, user, email, topic)
    return notificationMail(recipient, messages, shorten(subjectLine, most.characters))
  },
})

/** Milliseconds since 1970 of a local time. */
function instantAt(day: string, time: string, timeZone: string): number {
  const utc = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (at: number) => {
    const clock = wallClock(at, timeZone)
    return Date.parse(`${clock.day}T${clock.time}:00Z`) - at
  }
  // The offset of that time, not of 20:00 UTC: clocks may change in between.
  return utc - offsetAt(utc - offsetAt(utc))
}

const daysBefore = (date: string, days: number): string => isoDate(Date.parse(date) - days * day)

/** Returns the last day with an evening mail after a move to another time zone. */
export function digestDayIn(day: string, { from, to }: { from: string; to: string }): string {
  const clock = wallClock(instantAt(day, evening, from), to)
  return clock.time >= evening ? clock.day : daysBefore(clock.day, 1)
}

/** "Today", or the weekday of an earlier day. */
const dayName = (date: string, today: string): string =>
  date === today ? 'Today' : new Date(date).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })

const ofDigests = (deps: Needs): MailKind => ({
  kind: digestMailKind,
  async compose(subject) {
    const { db } = deps
    const [user, date = ''] = subject.split('/')
    const person = isId<'user'>(user) ? await findMailRecipient(db, user) : undefined
    if (!isId<'user'>(user) || !person?.email || person.digest !== 1 || person.time_zone === null) return null
    const eveningOf = (day: string) => instantAt(day, evening, person.time_zone ?? 'UTC')
    const period = { from: eveningOf(daysBefore(date, 1)), to: eveningOf(date) }
    // The mail of the next evening is due.
    if (isOld(period.to, deps.now())) return null
    const tournamentRows = await listDigestTournaments(db, user, period, most.tournaments)
    if (tournamentRows.length === 0) return null
    const latest = await listDayUpdates(
      db,
      tournamentRows.map(({ id }) => id),
      period,
      most.updates,
    )
    if (latest.length === 0) return null
    const tournaments = []
    for (const { id, name } of tournamentRows) {
      const places = (await listPlaces(db, id, most.places)).map(standingText)
      tournaments.push({ id, name, ...(await countDay(db, id, period)), places })
    }
    const lines = latest.map(row => {
      const { content, catch_id: catchId, boat } = row
      const text = shorten(catchId === null ? `${boat}: ${content}` : content, most.characters)
      return disqualifiedAt(row) === null ? text : `${text} Disqualified.`
    })
    const on = dayName(date, wallClock(deps.now(), person.time_zone).day)
    return digestMail(await recipientOf(deps, user, person.email, 'digest'), on, tournaments, lines)
  },
})

/** Longest stop of the server after which people still get the mail of the evening before. */
const longestStopDays = 7

/**
 * Queues the evening mails of those for whom it is 8 PM or later; before, those of the evening before that the server
 * missed.
 */
export async function queueDigests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const zone of await listDigestZones(db)) {
    const { day: today, time } = wallClock(now(), zone)
    const isEvening = time >= evening
    const date = isEvening ? today : daysBefore(today, 1)
    const since = isEvening ? null : daysBefore(date, longestStopDays)
    for (let count = peopleAtOnce; count === peopleAtOnce; )
      count = await inTransaction(db, async trx => {
        const people = await takeForDigest(trx, { zone, day: date, since }, peopleAtOnce)
        const subjects = people.map(user => `${user}/${date}/${zone}`)
        await enqueueAll(trx, digestMailKind, subjects, now())
        return people.length
      })
  }
}
