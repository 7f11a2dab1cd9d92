import type { AnnouncementId, EntryId, TournamentId, UpdateId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'

/** Entries in an event of results: those with the highest winnings. */
const mostWinners = 100

export const findSubjectEntry = (trx: Trx, id: EntryId) =>
  trx
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'entries.current_position as position',
      'entries.score',
      'entries.current_funding_cents as raised',
      'entries.funding_goal_cents as goal',
      'boats.id as boat_id',
      'boats.name as boat_name',
      'boats.captain_name',
    ])
    .where('entries.id', '=', id)
    .executeTakeFirstOrThrow()

export const findSubjectUpdate = (trx: Trx, id: UpdateId) =>
  trx
    .selectFrom('updates')
    .select(['entry_id', 'content', 'location', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export async function findSubjectAnnouncement(trx: Trx, id: AnnouncementId) {
  const { content, pinned } = await trx
    .selectFrom('announcements')
    .select(['content', 'pinned'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, content, pinned: pinned === 1 }
}

export const listWinners = (trx: Trx, tournament: TournamentId) =>
  trx
    .selectFrom('results')
    .innerJoin('entries', 'entries.id', 'results.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'results.entry_id',
      'results.winnings_cents',
      'results.raised_cents',
      'results.pool_cents',
      'boats.id as boat_id',
      'boats.name as boat_name',
      'boats.captain_name',
    ])
    .where('results.tournament_id', '=', tournament)
    .where('results.winnings_cents', '>', 0)
    .orderBy('results.winnings_cents', 'desc')
    .orderBy('results.entry_id')
    .limit(mostWinners)
    .execute()
