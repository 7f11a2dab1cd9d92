import type { UserId } from '#contract/ids.ts'
import type { Reminder, ReminderKind } from '#contract/notifications/notification-kinds.ts'
import type { KindWith, RecordedEvent } from '#contract/record.ts'
import type { Db, RootDb, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { accountName } from '#server/people/auth/index.ts'
import { shorten } from './notification-texts.rules.ts'
import type { Message } from './store-notifications.ts'
import { type EntrySubject, type FundingSubject, findFunding } from './subjects.queries.ts'

export interface NotifierContext extends Pick<Deps, 'now' | 'sharesIfEnded'> {
  db: RootDb
  /** Time of the event in milliseconds since 1970. */
  at: number
  /** @param by left out @param part of the event, if it has several messages of one kind */
  notify(message: Message, people: Iterable<UserId>, by: UserId | null, part?: string): Promise<void>
}

type RecordedKind = KindWith<{ notifies: unknown }>
type NotifyingKind = RecordedKind | ReminderKind
type WithoutLog<Event> = Event extends unknown
  ? Omit<Event, 'role' | 'text' | 'address' | 'detail' | 'subject'>
  : never
export type NotifyingEvent = WithoutLog<RecordedEvent<RecordedKind>> | Reminder
type EventOf<K extends NotifyingKind> = Extract<NotifyingEvent, { kind: K }>

/** For each kind of event, a function that reads its audience and the present state, and notifies them. */
export type Notifiers = {
  [K in NotifyingKind]: (context: NotifierContext, event: EventOf<K>) => Promise<void>
}

const boatPath = ({ boat_id: id }: Pick<EntrySubject, 'boat_id'>) => `/boat/${id}`
export const backersPath = ({ id }: Pick<EntrySubject, 'id'>) => `/entry/${id}/backers`
export const managePath = (tournament: string, section: string) =>
  `/tournament/${tournament}/manage?section=${section}`

export const nameOf = (account: Parameters<typeof accountName>[0]): string =>
  accountName(account) ?? 'A person'

/** `: Engine`; empty without a reason. */
export const reasonSuffix = (reason: string | null): string => (reason === null ? '' : `: ${shorten(reason)}`)

/** Returns a function that tells whether a row is as it was read. */
export const isUnchanged =
  <Row>(row: Row, read: (db: Db) => Promise<Row | undefined>) =>
  async (trx: Trx): Promise<boolean> =>
    Bun.deepEquals(await read(trx), row)

/** Returns a message about an entry, shown on its boat's page. */
export const aboutEntry = (
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

/** Fields of a message that names the backer. */
export const namingBacker = (funding: FundingSubject) => ({
  aboutUser: funding.backer_id,
  isCurrent: isUnchanged(funding, trx => findFunding(trx, funding.id)),
})
