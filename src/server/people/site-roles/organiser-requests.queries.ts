import { newId, type OrganiserRequestId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import type { OrganiserRequestRow } from './site-roles.table.ts'

export const findRequest = (db: Db, id: OrganiserRequestId): Promise<OrganiserRequestRow | undefined> =>
  db.selectFrom('organiser_requests').selectAll().where('id', '=', id).executeTakeFirst()

export const findLatestRequest = (db: Db, user: UserId): Promise<OrganiserRequestRow | undefined> =>
  db
    .selectFrom('organiser_requests')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertRequest(
  trx: Trx,
  { user, content }: { user: UserId; content: string },
  now: number,
): Promise<OrganiserRequestId> {
  const id = newId<'organiser-request'>()
  await trx.insertInto('organiser_requests').values({ id, user_id: user, content, created_at: now }).execute()
  return id
}

interface Page {
  size: number
  /** The last id of the previous page. */
  after: OrganiserRequestId | undefined
}

const openRequests = (db: Db) =>
  db
    .selectFrom('organiser_requests')
    .innerJoin('users', 'users.id', 'organiser_requests.user_id')
    .where('organiser_requests.decided_at', 'is', null)
    .where('users.banned_at', 'is', null)

/** The oldest first. Not those of banned accounts. */
export const listOpenRequests = (db: Db, { size, after }: Page) =>
  openRequests(db)
    .select([
      'organiser_requests.id',
      'organiser_requests.content',
      'organiser_requests.created_at',
      'users.id as user_id',
      'users.email',
      'users.metadata',
      'users.deleted_at',
    ])
    .$if(after !== undefined, query => query.where('organiser_requests.id', '>', after as OrganiserRequestId))
    .orderBy('organiser_requests.id')
    .limit(size)
    .execute()

export type ShownRequest = Awaited<ReturnType<typeof listOpenRequests>>[number]

/** Counts those that {@link listOpenRequests} lists. */
export const countOpenRequests = (db: Db): Promise<number> => countRows(openRequests(db))

export async function markDecided(
  trx: Trx,
  id: OrganiserRequestId,
  approved: boolean,
  now: number,
): Promise<void> {
  await trx
    .updateTable('organiser_requests')
    .set({ decided_at: now, approved: approved ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/** Returns the data of the mails about a request. The account may be deleted since. */
export const findRequestWithPerson = (db: Db, id: OrganiserRequestId) =>
  db
    .selectFrom('organiser_requests')
    .innerJoin('users', 'users.id', 'organiser_requests.user_id')
    .select([
      'organiser_requests.content',
      'organiser_requests.decided_at',
      'organiser_requests.approved',
      'users.email',
      'users.metadata',
      'users.deleted_at',
    ])
    .where('organiser_requests.id', '=', id)
    .executeTakeFirst()
