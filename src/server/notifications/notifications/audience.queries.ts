import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { BoatId, EntryId, TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'

const ids = (rows: readonly { id: UserId }[]): UserId[] => rows.map(({ id }) => id)

const followersOf = (db: Db, subjects: readonly (BoatId | TournamentId)[]) =>
  db
    .selectFrom('follows')
    .select('user_id as id')
    .where('subject_id', 'in', [...subjects])
    .where('muted', '=', 0)

const notMuted = (db: Db, boat: BoatId) =>
  db.selectFrom('follows').select('user_id').where('subject_id', '=', boat).where('muted', '=', 1)

/** True unless the person has muted the entry's boat. */
export const hasNotMuted =
  (person: UserId | Expression<UserId>) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'entries'>) =>
    not(
      exists(
        selectFrom('follows')
          .select('follows.kind')
          .where('follows.user_id', '=', person)
          .whereRef('follows.subject_id', '=', 'entries.boat_id')
          .where('follows.muted', '=', 1),
      ),
    )

interface Backers {
  /** Also those whose money went back: the event of the notification may have requested it. */
  withRefunded?: boolean
}

const statusesOf = ({ withRefunded = false }: Backers) =>
  withRefunded ? (['completed', 'refunded'] as const) : (['completed'] as const)

/** People with a funding that counts. */
const backersOf = (db: Db, entry: EntryId, backers: Backers = {}) =>
  db
    .selectFrom('fundings')
    .select('backer_id as id')
    .where('entry_id', '=', entry)
    .where('status', 'in', statusesOf(backers))
    .where('completed_at', 'is not', null)
    .where('set_aside_at', 'is', null)

/** Backers of the entry: also those who muted the boat. */
export const listBackers = async (db: Db, entry: EntryId): Promise<UserId[]> =>
  ids(await backersOf(db, entry).distinct().execute())

/** Backers of a tournament's entries. */
export const listBackersOfTournament = async (db: Db, tournament: TournamentId): Promise<UserId[]> =>
  ids(
    await db
      .selectFrom('entries')
      .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
      .select('fundings.backer_id as id')
      .where('entries.tournament_id', '=', tournament)
      .where('fundings.status', '=', 'completed')
      .where('fundings.set_aside_at', 'is', null)
      .distinct()
      .execute(),
  )

interface Entry {
  id: EntryId
  boat_id: BoatId
  tournament_id: TournamentId
}

/** People who follow the boat, back the entry or follow the tournament; without those who muted the boat. */
export const listFollowers = async (
  db: Db,
  { id, boat_id: boat, tournament_id: tournament }: Entry,
  { withTournament, ...backers }: Backers & { withTournament: boolean },
): Promise<UserId[]> =>
  ids(
    await db
      .selectFrom(
        followersOf(db, withTournament ? [boat, tournament] : [boat])
          .union(backersOf(db, id, backers))
          .as('person'),
      )
      .select('person.id')
      .where('person.id', 'not in', notMuted(db, boat))
      .execute(),
  )

/** People who follow or back a boat, in any tournament that isn't long over. */
export async function listFollowersOfBoat(
  db: Db,
  boat: BoatId,
  { backersOnly, now }: { backersOnly: boolean; now: number },
): Promise<UserId[]> {
  const backers = db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select('fundings.backer_id as id')
    .where('entries.boat_id', '=', boat)
    .where('fundings.status', '=', 'completed')
    .where('fundings.set_aside_at', 'is', null)
    .where('tournaments.ends_at', '>', now - limits.backerFollowDays * day)
  // Old fundings let a follower see the crew's posts too (`tiesTo`).
  const everBacked = db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select('fundings.backer_id')
    .where('entries.boat_id', '=', boat)
    .where('fundings.status', '=', 'completed')
  const followers = followersOf(db, [boat]).$if(backersOnly, select =>
    select.where('user_id', 'in', everBacked),
  )
  return ids(
    await db
      .selectFrom(followers.union(backers).as('person'))
      .select('person.id')
      .where('person.id', 'not in', notMuted(db, boat))
      .execute(),
  )
}

/** People who follow the tournament, or follow, back, own or crew one of its boats. */
export async function listAudience(
  db: Db,
  tournament: TournamentId,
  ofBackers: Backers = {},
): Promise<UserId[]> {
  const entries = db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
  const followers = entries
    .innerJoin('follows', 'follows.subject_id', 'entries.boat_id')
    .select('follows.user_id as id')
    .where('follows.muted', '=', 0)
  const backers = entries
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select('fundings.backer_id as id')
    .where('fundings.completed_at', 'is not', null)
    .where('fundings.status', 'in', statusesOf(ofBackers))
    .where('fundings.set_aside_at', 'is', null)
    .where(hasNotMuted(sql.ref('fundings.backer_id')))
  const crew = entries
    .innerJoin('crew_members', 'crew_members.boat_id', 'entries.boat_id')
    .select('crew_members.user_id as id')
    .where('crew_members.approved_at', 'is not', null)
  return ids(
    await followersOf(db, [tournament])
      .union(followers)
      .union(backers)
      .union(entries.select('boats.owner_id as id'))
      .union(crew)
      .execute(),
  )
}

/** Approved crew of a boat. */
export const listCrew = async (db: Db, boat: BoatId): Promise<UserId[]> =>
  ids(
    await db
      .selectFrom('crew_members')
      .select('user_id as id')
      .where('boat_id', '=', boat)
      .where('approved_at', 'is not', null)
      .execute(),
  )

/** The organiser, with the co-organisers if wanted. */
export async function listOrganisers(
  db: Db,
  tournament: { id: TournamentId; organiser_id: UserId },
  { withStaff }: { withStaff: boolean },
): Promise<UserId[]> {
  if (!withStaff) return [tournament.organiser_id]
  const staff = await db
    .selectFrom('staff')
    .select('user_id as id')
    .where('tournament_id', '=', tournament.id)
    .where('role', '=', 'co-organiser')
    .where('removed_at', 'is', null)
    .limit(limits.staff)
    .execute()
  return [tournament.organiser_id, ...ids(staff)]
}

/** Organisers of tournaments that the boat is in and that are not long over: they moderate its posts. */
export const listOrganisersOfBoat = async (db: Db, boat: BoatId, now: number): Promise<UserId[]> =>
  ids(
    await db
      .selectFrom('entries')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .select('tournaments.organiser_id as id')
      .distinct()
      .where('entries.boat_id', '=', boat)
      .where('entries.withdrawn_at', 'is', null)
      .where('tournaments.ends_at', '>', now - limits.backerFollowDays * day)
      .limit(limits.listMax)
      .execute(),
  )

/** Backers of an entry whom its captain answered at this time. */
export const listFundingsRepliedAt = (db: Db, entry: EntryId, at: number) =>
  db
    .selectFrom('fundings')
    .select(['id', 'backer_id'])
    .where('entry_id', '=', entry)
    .where('status', '=', 'completed')
    .where('replied_at', '=', at)
    .execute()

/** Settings of people, without banned and deleted accounts. */
export const listRecipients = (db: Db, people: readonly UserId[]) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select([
      'users.id',
      'settings.channels',
      'settings.quiet_from',
      'settings.quiet_to',
      'settings.time_zone',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscriptions')
          .select('push_subscriptions.id')
          .whereRef('push_subscriptions.user_id', '=', 'users.id'),
      ).as('has_device'),
    )
    .where('users.id', 'in', [...people])
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .execute()

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]
