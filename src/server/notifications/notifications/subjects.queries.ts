import type {
  AnnouncementId,
  BoatId,
  CatchId,
  EntryId,
  FundingId,
  HandoverId,
  PostId,
  TournamentId,
  UserId,
} from '#contract/ids.ts'
import { chosenPots, type PotEntry } from '#contract/tournaments/scoring/pots.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { isOwed, readSharedPots } from '#server/money/payouts/index.ts'
import { findRules, readPotEntries, readWantedPots } from '#server/tournaments/scoring/index.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'

/* Subjects of notifications: undefined if deleted, or hidden with a banned organiser. */

const entries = (db: Db) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'entries.id',
      'entries.boat_id',
      'entries.tournament_id',
      'entries.funding_goal_cents as goal',
      'entries.current_funding_cents as raised',
      'entries.if_goal_missed',
      'entries.awaits_captain',
      'entries.withdrawn_at',
      'entries.withdrawal_reason',
      'entries.disqualified_at',
      'entries.disqualified_reason',
      'boats.name as boat',
      'boats.owner_id',
      'tournaments.name as tournament',
      'tournaments.organiser_id',
      'tournaments.starts_at',
      'tournaments.ends_at',
      'tournaments.cancelled_at',
    ])
    .where(isShownTournament)

export const findEntry = compileFirst((db, id: EntryId) => entries(db).where('entries.id', '=', id))

export type EntrySubject = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Entries whose goal is missed, when funding closes. A boat that waits for its captain takes no fundings. */
export const listEntriesBelowGoal = (db: Db, tournament: TournamentId) =>
  entries(db)
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('entries.awaits_captain', '=', 0)
    .whereRef('entries.current_funding_cents', '<', 'entries.funding_goal_cents')
    .execute()

export const listWinners = (db: Db, tournament: TournamentId) =>
  entries(db)
    .innerJoin('results', 'results.entry_id', 'entries.id')
    .select('results.winnings_cents as winnings')
    .where('entries.tournament_id', '=', tournament)
    .where('results.winnings_cents', '>', 0)
    .orderBy('results.winnings_cents')
    .execute()

export const findCatch = (db: Db, id: CatchId) =>
  db
    .selectFrom('catches')
    .select([
      'id',
      'entry_id',
      'weight_hundredths',
      'ounces',
      'length_hundredths',
      'released',
      'species',
      'corrected_at',
      'disqualified_at',
      'disqualified_reason',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export type CatchSubject = NonNullable<Awaited<ReturnType<typeof findCatch>>>

export const findTournament = (db: Db, id: TournamentId) =>
  db.selectFrom('tournaments').selectAll().where('id', '=', id).where(isShownTournament).executeTakeFirst()

export const findAnnouncement = (db: Db, id: AnnouncementId) =>
  db
    .selectFrom('announcements')
    .innerJoin('users', 'users.id', 'announcements.author_id')
    .select(['tournament_id', 'author_id', 'content'])
    .where('announcements.id', '=', id)
    .where('users.banned_at', 'is', null)
    .executeTakeFirst()

export const findFunding = compileFirst((db, id: FundingId) =>
  db
    .selectFrom('fundings')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .select([
      'fundings.id',
      'fundings.entry_id',
      'fundings.backer_id',
      'fundings.amount_cents',
      'fundings.message',
      'fundings.reply',
      'fundings.status',
      'fundings.completed_at',
      'fundings.refund_failed_at',
      'users.metadata',
      'users.deleted_at',
    ])
    .where('fundings.id', '=', id),
)

export type FundingSubject = NonNullable<Awaited<ReturnType<typeof findFunding>>>

/** Returns the funding with its entry. */
export async function findFundedEntry(db: Db, id: FundingId) {
  const funding = await findFunding(db, id)
  const entry = funding?.entry_id && (await findEntry(db, funding.entry_id))
  return funding && entry ? { funding, entry } : undefined
}
export type FundedEntrySubject = NonNullable<Awaited<ReturnType<typeof findFundedEntry>>>

export const findPostSubject = (db: Db, id: PostId) =>
  db
    .selectFrom('crew_posts')
    .innerJoin('crew_videos', 'crew_videos.id', 'crew_posts.video_id')
    .innerJoin('boats', 'boats.id', 'crew_posts.boat_id')
    .innerJoin('users', 'users.id', 'crew_posts.author_id')
    .select([
      'crew_posts.id',
      'crew_posts.author_id',
      'crew_posts.caption',
      'crew_posts.visibility',
      'crew_posts.published_at',
      'crew_posts.hidden_at',
      'crew_videos.status',
      'crew_videos.has_web',
      'crew_videos.has_h264',
      'boats.id as boat_id',
      'boats.name as boat',
    ])
    .where('crew_posts.id', '=', id)
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

export const findDispute = (db: Db, id: string) =>
  db
    .selectFrom('disputes')
    .innerJoin('fundings', 'fundings.id', 'disputes.funding_id')
    .select(['disputes.amount_cents', 'disputes.status', 'fundings.entry_id'])
    .where('disputes.id', '=', id)
    .executeTakeFirst()

/** A handover, or the reversal of one. */
export const findHandoverLine = (db: Db, id: HandoverId) =>
  db.selectFrom('handovers').select(['amount_cents', 'reason']).where('id', '=', id).executeTakeFirst()

export const findMembership = (db: Db, boat: BoatId, member: UserId) =>
  db
    .selectFrom('crew_members')
    .innerJoin('boats', 'boats.id', 'crew_members.boat_id')
    .innerJoin('users', 'users.id', 'crew_members.user_id')
    .select([
      'boats.name as boat',
      'boats.owner_id',
      'crew_members.approved_at',
      'users.metadata',
      'users.deleted_at',
    ])
    .where('crew_members.user_id', '=', member)
    .where('crew_members.boat_id', '=', boat)
    .where('users.banned_at', 'is', null)
    .executeTakeFirst()

export const countUnpaidShares = (db: Db, tournament: TournamentId): Promise<number> =>
  countRows(
    db
      .selectFrom('results')
      .innerJoin('payouts', 'payouts.entry_id', 'results.entry_id')
      .where('results.tournament_id', '=', tournament)
      .where(isOwed),
  )

/** Tournaments whose funding closes or closed in this period, milliseconds since 1970. */
export const listClosing = (db: Db, from: number, to: number) =>
  db
    .selectFrom('tournaments')
    .select(['id', 'created_at', 'funding_closes_at as closes'])
    .$narrowType<{ closes: number }>()
    .where('funding_closes_at', '>', from)
    .where('funding_closes_at', '<=', to)
    .where('funding_closed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .union(
      db
        .selectFrom('tournaments')
        .select(['id', 'created_at', 'ends_at as closes'])
        .where('ends_at', '>', from)
        .where('ends_at', '<=', to)
        .where('funding_closes_at', 'is', null)
        .where('funding_closed_at', 'is', null)
        .where('cancelled_at', 'is', null),
    )
    .union(
      // Funding that the organiser closed, or that closed before the organiser changed the tournament.
      db
        .selectFrom('tournaments')
        .select(['id', 'created_at', 'funding_closed_at as closes'])
        .$narrowType<{ closes: number }>()
        .where('funding_closed_at', '>', from)
        .where('funding_closed_at', '<=', to)
        .where('cancelled_at', 'is', null),
    )
    .execute()

/** Returns when an organiser last moved the time at which funding closes, in milliseconds since 1970, or 0. */
export async function findClosingMove(db: Db, tournament: TournamentId): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select('created_at')
    .where('tournament_id', '=', tournament)
    .where('kind', '=', 'tournament-changed')
    .where('data', 'like', '%"movesClosing":true%')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? 0
}

/** Tournaments that started within a time, with boats whose backers share named pots, or that ask for a pot. */
export const listStartedWithPots = (db: Db, from: number, to: number) =>
  db
    .selectFrom('tournaments')
    .select(['id', 'starts_at as starts'])
    .where('starts_at', '>', from)
    .where('starts_at', '<=', to)
    .where('cancelled_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entries')
          .leftJoin('pot_entries', 'pot_entries.entry_id', 'entries.id')
          .select('entries.id')
          .whereRef('entries.tournament_id', '=', 'tournaments.id')
          .where(({ or, eb }) =>
            or([eb('entries.shared_pots', 'is not', null), eb('pot_entries.wanted', '=', 1)]),
          ),
      ),
    )
    .execute()

/**
 * Boats that aren't in a pot that their backers share, with the names of the pots. A boat that shares everything misses
 * only the pots that its captain asked for.
 */
export async function listMissedPots(
  db: Db,
  tournament: TournamentId,
): Promise<{ entry: EntryId; pots: string[] }[]> {
  const rules = await findRules(db, tournament)
  const sharedPots = await readSharedPots(db, tournament)
  const potEntries = await readPotEntries(db, tournament)
  const wantedPots = await readWantedPots(db, tournament)
  const keysOf = (rows: readonly PotEntry[], entry: EntryId) =>
    rows.filter(({ entryId }) => entryId === entry).map(({ pot }) => pot)
  return [...sharedPots].flatMap(([id, keys]) => {
    const expectedKeys = keys ?? keysOf(wantedPots, id)
    const enteredKeys = keysOf(potEntries, id)
    const pots = chosenPots(rules).filter(
      ({ key }) => expectedKeys.includes(key) && !enteredKeys.includes(key),
    )
    return pots.length === 0 ? [] : [{ entry: id, pots: pots.map(({ name }) => name) }]
  })
}
