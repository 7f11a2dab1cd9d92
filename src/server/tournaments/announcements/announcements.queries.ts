import { sql } from 'kysely'
import { type AnnouncementId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'
import type { AnnouncementRow } from './announcements.table.ts'

/** Selects announcements, except those of banned authors and banned organisers. */
const shownAnnouncements = (db: Db) =>
  db
    .selectFrom('announcements')
    .innerJoin('tournaments', 'tournaments.id', 'announcements.tournament_id')
    .selectAll('announcements')
    .select('tournaments.name')
    .where(isShownTournament)
    .where(sql<boolean>`not exists (
      select 1 from users where users.id = announcements.author_id and users.banned_at is not null)`)

export type ShownAnnouncement = AnnouncementRow & { name: string }

const latest = (db: Db, size: number, after: Position) =>
  shownAnnouncements(db).$call(newestFirst('announcements.created_at', 'announcements.id', after, size))

/**
 * Returns announcements of tournaments that aren't over, newest first. The days limit how many rows are read.
 */
export const listAnnouncements = (
  db: Db,
  size: number,
  after: Position,
  now: number,
): Promise<ShownAnnouncement[]> =>
  latest(db, size, after)
    .where('announcements.created_at', '>', now - limits.announcementDays * day)
    .where('tournaments.ends_at', '>', now)
    .where('tournaments.cancelled_at', 'is', null)
    .execute()

/** Returns the tournament's announcements, newest first, without the pinned one. */
export const listOfTournament = (
  db: Db,
  tournament: TournamentId,
  size: number,
  after: Position,
): Promise<ShownAnnouncement[]> =>
  latest(db, size, after)
    .where('announcements.tournament_id', '=', tournament)
    .where('announcements.pinned', '=', 0)
    .execute()

export const findPinned = (db: Db, tournament: TournamentId): Promise<ShownAnnouncement | undefined> =>
  shownAnnouncements(db)
    .where('announcements.tournament_id', '=', tournament)
    .where('announcements.pinned', '=', 1)
    .limit(1)
    .executeTakeFirst()

export const noAnnouncement = () => notFound('There is no such announcement.')

/** @throws ApiError 404, also if hidden */
export async function getAnnouncement(db: Db, id: AnnouncementId): Promise<ShownAnnouncement> {
  const row = await shownAnnouncements(db).where('announcements.id', '=', id).executeTakeFirst()
  if (!row) throw noAnnouncement()
  return row
}

const unpin = (trx: Trx, tournament: TournamentId) =>
  trx
    .updateTable('announcements')
    .set({ pinned: 0 })
    .where('tournament_id', '=', tournament)
    .where('pinned', '=', 1)
    .execute()

/** Finds a hidden announcement, too. */
export const findPosted = (trx: Trx, id: AnnouncementId): Promise<AnnouncementRow | undefined> =>
  trx.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()

export interface NewAnnouncement {
  /** Chosen by the client. */
  id?: AnnouncementId | undefined
  tournament: TournamentId
  author: UserId
  content: string
  pinned: boolean
}

export async function insertAnnouncement(
  trx: Trx,
  { id = newId<'announcement'>(), tournament, author, content, pinned }: NewAnnouncement,
  now: number,
): Promise<AnnouncementId> {
  if (pinned) await unpin(trx, tournament)
  const row = { id, tournament_id: tournament, author_id: author, content, created_at: now }
  await trx
    .insertInto('announcements')
    .values({ ...row, pinned: pinned ? 1 : 0 })
    .execute()
  return id
}

/** Pins an announcement in place of the pinned one. */
export async function pinAnnouncement(
  trx: Trx,
  { id, tournament_id }: AnnouncementRow,
  pinned: boolean,
): Promise<void> {
  if (pinned) await unpin(trx, tournament_id)
  await trx
    .updateTable('announcements')
    .set({ pinned: pinned ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

export async function deleteAnnouncement(trx: Trx, id: AnnouncementId): Promise<void> {
  await trx.deleteFrom('announcements').where('id', '=', id).execute()
}
