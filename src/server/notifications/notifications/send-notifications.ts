import { isId, type PushSubscriptionId, type UserId } from '#contract/ids.ts'
import type { Channel } from '#contract/notifications/notification-kinds.ts'
import { day, minute, second } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import {
  deleteDevices,
  findDevice,
  listDevices,
  markFailing,
  type PushMessage,
  type PushOutcome,
  type PushSubscriptionRow,
  testPushJob,
} from '#server/notifications/push/index.ts'
import { enqueue, enqueueAll } from '#server/queue/queue.queries.ts'
import { doubling, type JobKind, NotDue } from '#server/queue/queue.ts'
import { summary } from './notification-texts.rules.ts'
import { isOld, quietEnd } from './restraint.rules.ts'
import { listDue, listSentSince, listWaiting, setTimes, type Waiting } from './send.queries.ts'
import { channelOf, quietOf } from './settings.rules.ts'
import { sendJob } from './store-notifications.ts'

/** Subject: user id and when it was due. */
export const notificationMailKind = 'mail-notifications'

/** Subject: subscription id and when it began to fail. */
const pushRetryJob = 'push-retry'

const peopleAtOnce = 250

type Needs = Pick<Deps, 'db' | 'now' | 'push' | 'log'>

/** Returns one push message for all rows. @param rows oldest first, at least one */
function pushOf(rows: readonly Waiting[]): PushMessage {
  const { title, text: body } = summary(rows)
  const latest = rows.at(-1)
  if (!latest) throw new Error('a push about nothing')
  const boats = new Set(rows.map(({ boat_id: boat }) => boat))
  const tag = boats.size === 1 ? (latest.boat_id ?? latest.id) : 'summary'
  // Several lead to the page of the boat, or to the list.
  const path = rows.length === 1 || (boats.size === 1 && latest.boat_id !== null) ? latest.path : '/notices'
  return {
    payload: { title, body, path, tag, id: latest.id },
    urgent: rows.some(({ urgent }) => urgent === 1),
  }
}

/** Due notifications, with others that wait about the same boats. */
function dueOf(waiting: readonly Waiting[], channel: Channel, now: number): Waiting[] {
  const rows = waiting.filter(row => row.channel === channel)
  const due = rows.filter(({ send_at: at }) => at !== null && at <= now)
  const boats = new Set(due.flatMap(({ boat_id: boat }) => (boat === null ? [] : [boat])))
  return rows.filter(row => due.includes(row) || (row.boat_id !== null && boats.has(row.boat_id)))
}

/** False if the person has chosen another channel since. */
export const isStillWanted = ({ kind, channel, channels }: Waiting): boolean =>
  channelOf(kind, channels) === channel

/** Returns when the person's quiet hours end: they may have begun since the time to send was set. */
const quietUntil = ([first]: readonly Waiting[], now: number): number =>
  first === undefined ? now : quietEnd(now, quietOf(first))

const retryOf = (id: PushSubscriptionId, since: number) => `${id}/${since}`

interface PushResult {
  device: PushSubscriptionRow
  outcome: PushOutcome
}

const warnIfRefused = ({ log }: Pick<Needs, 'log'>, outcome: PushOutcome): void => {
  if (outcome.kind === 'refused') log.warn('a push message was refused', { reason: outcome.reason })
}

/**
 * Stores the outcomes:
 * deletes ended subscriptions, and queues failing ones apart, so that they don't hold up others.
 */
async function storeOutcomes(trx: Trx, results: readonly PushResult[], now: number): Promise<void> {
  await deleteDevices(
    trx,
    results.filter(({ outcome }) => outcome.kind === 'gone').map(({ device }) => device.id),
  )
  for (const { device, outcome } of results)
    if (outcome.kind === 'later') {
      await markFailing(trx, device.id, now)
      const retryAt = Math.max(outcome.retryAt ?? 0, now + 30 * second)
      await enqueue(trx, pushRetryJob, retryOf(device.id, now), now, retryAt)
    }
}

/** Sends what is due, whatever the job's subject. Several run side by side: each takes other people. */
export function sendJobKind(deps: Needs): JobKind {
  const { db, now, push } = deps
  const busy = new Set<UserId>()

  async function take(): Promise<UserId[]> {
    const due = await listDue(db, now(), peopleAtOnce + busy.size * 2)
    const people = [...new Set(due)].filter(each => !busy.has(each)).slice(0, peopleAtOnce)
    for (const each of people) busy.add(each)
    return people
  }

  async function sendTo(people: readonly UserId[], signal: AbortSignal): Promise<void> {
    const at = now()
    const all = await listWaiting(db, people)
    // Old ones were due while the server was off.
    const isDropped = (row: Waiting) => isOld(row.created_at, at) || !isStillWanted(row)
    const droppedRows = all.filter(isDropped)
    const waiting = Map.groupBy(
      all.filter(row => !isDropped(row)),
      ({ user_id: user }) => user,
    )
    const postponed: { row: Waiting; until: number }[] = []
    const devices = Map.groupBy(await listDevices(db, people), ({ user_id: user }) => user)
    const rows: Waiting[] = []
    const sending: Promise<PushResult>[] = []
    const mailRecipients: UserId[] = []
    for (const [user, own] of waiting) {
      const pushes = dueOf(own, 'push', at)
      const mails = dueOf(own, 'mail', at)
      const until = quietUntil(own, at)
      if (until > at) {
        postponed.push(...[...pushes, ...mails].map(row => ({ row, until })))
        continue
      }
      rows.push(...mails)
      if (mails.length > 0) mailRecipients.push(user)
      if (pushes.length === 0) continue
      rows.push(...pushes)
      const message = pushOf(pushes)
      for (const device of devices.get(user) ?? [])
        sending.push(push.send(device, message, signal).then(outcome => ({ device, outcome })))
    }
    const results = await Promise.all(sending)
    signal.throwIfAborted()
    for (const { outcome } of results) warnIfRefused(deps, outcome)
    await inTransaction(db, async trx => {
      await setTimes(trx, rows, { send_at: null, sent_at: at })
      await setTimes(trx, droppedRows, { send_at: null, sent_at: null })
      for (const { row, until } of postponed) {
        await setTimes(trx, [row], { send_at: until, sent_at: null })
        await enqueue(trx, sendJob, String(until), at, until)
      }
      const subjects = mailRecipients.map(user => `${user}/${at}`)
      await enqueueAll(trx, notificationMailKind, subjects, at)
      await storeOutcomes(trx, results, at)
    })
  }

  return {
    kind: sendJob,
    atOnce: 4,
    // `busy` is in this process's memory.
    inOneProcess: true,
    retryAfter: doubling(second, 10 * minute, 50),
    async run({ signal }) {
      for (;;) {
        const people = await take()
        if (people.length === 0) return
        try {
          await sendTo(people, signal)
        } finally {
          for (const each of people) busy.delete(each)
        }
      }
    },
  }
}

/** Sends a device what it missed as one message, for a day. */
export const pushRetryJobKind = ({ db, now, push, log }: Needs): JobKind => ({
  kind: pushRetryJob,
  atOnce: 16,
  retryAfter: doubling(minute, 30 * minute, 60),
  async run({ subject, signal }) {
    const [id] = subject.split('/')
    const device = isId<'push-subscription'>(id) ? await findDevice(db, id) : undefined
    const since = device?.failing_since ?? null
    if (!device || since === null || retryOf(device.id, since) !== subject) return
    const works = () => inTransaction(db, trx => markFailing(trx, device.id, null))
    // The push service keeps a message for a day too (`TTL`).
    if (now() - since > day) return works()
    const listMissed = async () => (await listSentSince(db, device.user_id, since)).filter(isStillWanted)
    const messages = await listMissed()
    if (messages.length === 0) return works()
    const until = quietUntil(messages, now())
    if (until > now()) throw new NotDue(until)
    const outcome = await push.send(device, pushOf(messages), signal)
    warnIfRefused({ log }, outcome)
    if (outcome.kind === 'gone') return inTransaction(db, trx => deleteDevices(trx, [device.id]))
    if (outcome.kind === 'later') {
      if (outcome.retryAt !== null) throw new NotDue(outcome.retryAt)
      throw new Error(outcome.reason)
    }
    const isComplete = (await listMissed()).length === messages.length
    if (!isComplete) throw new NotDue(now())
    return works()
  },
  gaveUp: async subject => {
    const [id] = subject.split('/')
    if (isId<'push-subscription'>(id)) await inTransaction(db, trx => markFailing(trx, id, null))
  },
})

/** Subject: user id and time. */
export const pushTestJobKind = ({ db, now, push, log }: Needs): JobKind => ({
  kind: testPushJob,
  atOnce: 2,
  retryAfter: () => null,
  async run({ subject, signal }) {
    const [user] = subject.split('/')
    if (!isId<'user'>(user)) return
    const payload = {
      title: 'It works',
      body: 'This device gets your push messages.',
      path: '/',
      tag: 'test',
      id: subject,
    }
    const devices = await listDevices(db, [user])
    const results = await Promise.all(
      devices.map(async device => ({
        device,
        outcome: await push.send(device, { payload, urgent: true }, signal),
      })),
    )
    for (const { outcome } of results)
      if (outcome.kind === 'later' || outcome.kind === 'refused')
        log.warn('a test message was not sent', { reason: outcome.reason })
    const goneResults = results.filter(({ outcome }) => outcome.kind === 'gone')
    await inTransaction(db, trx => storeOutcomes(trx, goneResults, now()))
  },
})
