import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

const resultsWithBoats = (db: Db) =>
  db
    .selectFrom('results')
    .innerJoin('entries', 'entries.id', 'results.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('results')
    .select(({ fn, selectFrom }) => [
      'boats.id as boat_id',
      'boats.name',
      'boats.captain_name',
      'entries.if_goal_missed',
      'entries.funding_goal_cents',
      selectFrom('payouts')
        .whereRef('payouts.entry_id', '=', 'results.entry_id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .as('fundings'),
    ])

/** Returns the results of a tournament, highest winnings first. */
export const listResults = (db: Db, tournament: TournamentId) =>
  resultsWithBoats(db)
    .where('results.tournament_id', '=', tournament)
    .orderBy('results.winnings_cents', 'desc')
    .orderBy('results.entry_id')
    .execute()

export type ResultWithBoat = Awaited<ReturnType<typeof listResults>>[number]

/** Returns the result of an entry, or undefined until settled. */
export const findResult = (db: Db, entry: EntryId) =>
  resultsWithBoats(db)
    .innerJoin('settlements', 'settlements.tournament_id', 'results.tournament_id')
    .innerJoin('tournaments', 'tournaments.id', 'results.tournament_id')
    .select([
      'settlements.settled_at',
      'tournaments.name as tournament_name',
      'starts_at',
      'ends_at',
      'ended_at',
      'payout_days',
      'funding_closes_at',
      'funding_closed_at',
      'started_at',
      'cancelled_at',
    ])
    .where('results.entry_id', '=', entry)
    .executeTakeFirst()

/** Returns the entry's shares in the order of funding. */
export const listShares = (db: Db, entry: EntryId) =>
  db
    .selectFrom('payouts')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .select([
      'payouts.id',
      'payouts.backer_id',
      'payouts.contributed_cents',
      'payouts.extra_cent',
      'payouts.amount_cents',
      'payouts.settled_in',
      'payouts.in_review',
      'payouts.funded_at',
      'fundings.insider',
      'fundings.mode',
    ])
    .where('payouts.entry_id', '=', entry)
    .orderBy('payouts.id')
    .execute()
