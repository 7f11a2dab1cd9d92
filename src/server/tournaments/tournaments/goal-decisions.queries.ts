import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { scheduleJob } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import { goalDecision } from './funding-times.rules.ts'
import { refundEntryJob, requestRefunds } from './refunds.queries.ts'

/** Decides the goal rule `refund`. Subject: entry id. */
export const decideGoalJob = 'decide-goal'

type Of = { entry: EntryId } | { tournament: TournamentId }

/** Returns entries whose goal rule is not decided yet. */
const listUndecided = (db: Db, of: Of) =>
  db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'entries.id',
      'entries.tournament_id as tournament',
      'entries.funding_goal_cents as goal',
      'entries.current_funding_cents as current',
      'starts_at',
      'ends_at',
      'funding_closes_at',
      'funding_closed_at',
      'started_at',
      'cancelled_at',
    ])
    .where(where =>
      'entry' in of ? where('entries.id', '=', of.entry) : where('entries.tournament_id', '=', of.tournament),
    )
    .where('entries.if_goal_missed', '=', 'refund')
    .where('entries.goal_decided_at', 'is', null)
    .where('entries.withdrawn_at', 'is', null)
    .where('tournaments.cancelled_at', 'is', null)
    .execute()

/** Returns entries whose backers get their money back if the goal rules are decided as it stands. */
export const listMissingGoals = async (db: Db, tournament: TournamentId): Promise<Set<EntryId>> =>
  new Set(
    (await listUndecided(db, { tournament }))
      .filter(({ current, goal }) => current !== goal)
      .map(({ id }) => id),
  )

/**
 * Schedules decisions. Call it in the transaction that changes an entry's goal rule or a tournament's dates.
 */
export async function scheduleGoalDecisions(trx: Trx, of: Of, now: number): Promise<void> {
  for (const entry of await listUndecided(trx, of))
    await scheduleJob(trx, decideGoalJob, entry.id, now, goalDecision(entry))
}

/**
 * Decides the goal rules that are due: a missed goal refunds every funding. Open payments are cancelled
 * either way.
 * @returns when the next one is due, or null if none is left
 */
export async function decideGoals(trx: Trx, of: Of, now: number): Promise<number | null> {
  let next: number | null = null
  for (const entry of await listUndecided(trx, of)) {
    const due = goalDecision(entry)
    if (due > now) {
      next = Math.min(due, next ?? due)
      continue
    }
    const isReached = entry.current === entry.goal
    await trx
      .updateTable('entries')
      .set({ goal_decided_at: now, goal_was_reached: isReached ? 1 : 0 })
      .where('id', '=', entry.id)
      .execute()
    if (isReached) {
      await scheduleJob(trx, refundEntryJob, entry.id, now)
      continue
    }
    await requestRefunds(trx, { entry: entry.id }, now, 'goal_missed')
    const event = { at: now, by: null, tournament: entry.tournament, entry: entry.id }
    await record(trx, { kind: 'goal-missed', ...event })
  }
  return next
}
