import type { BoatId, EntryId, FundingId, PayoutId, TournamentId, UserId, VideoId } from '#contract/ids.ts'
import type { Db, RootDb } from '#server/db/connection.ts'
import { nameValues, placeValues } from './factories.ts'
import { addRows, changeRows, removeRows, type Some } from './rows.ts'

/*
 * Changes of a scene's rows, without the side effects of the product's own calls: no mails, no refunds, no
 * jobs. Setters without an id change every row of the table, for scenes with one.
 */

/** `null`: ends the ban. */
export const banUser = (db: Db, id: UserId, banned_at: number | null = 1) =>
  changeRows(db, 'users', { banned_at }, { id })

/** Marks an account as deleted, without what its deletion removes. */
export const deleteUser = (db: Db, id: UserId, deleted_at = 1) =>
  changeRows(db, 'users', { deleted_at, email: null }, { id })

export const renameUser = (db: Db, id: UserId, first: string, last?: string) =>
  changeRows(db, 'users', nameValues(first, last), { id })

/** Sets the password of every account. */
export const setPasswords = async (db: Db, password: string) =>
  changeRows(db, 'users', {
    password_hash: await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 }),
  })

/** Declines every request to become an organiser. */
export const declineRequests = (db: Db) =>
  changeRows(db, 'organiser_requests', { decided_at: 1, approved: 0 })

/** Approves every application. */
export const approveCrew = (db: Db) => changeRows(db, 'crew_members', { approved_at: 1 })

/** Changes the dates of every tournament, or of one. */
export const moveTournament = (
  db: Db,
  dates: Pick<Some<'tournaments'>, 'starts_at' | 'ends_at' | 'funding_closes_at' | 'created_at'>,
  id?: TournamentId,
) => changeRows(db, 'tournaments', dates, id && { id })

/** `null`: as if it had not been cancelled. */
export const cancelTournament = (db: Db, id: TournamentId, cancelled_at: number | null = 1) =>
  changeRows(db, 'tournaments', { cancelled_at }, { id })

export const changeOrganiser = (db: Db, id: TournamentId, organiser_id: UserId) =>
  changeRows(db, 'tournaments', { organiser_id }, { id })

/** Confirms results without winnings. */
export async function settleTournament(
  db: Db,
  tournament_id: TournamentId,
  settled_by: UserId,
  settled_at = 1,
): Promise<void> {
  await addRows(db, 'settlements', { tournament_id, settled_by, settled_at })
  const round = { number: 1, reason: null, awards: null, boards: null }
  await addRows(db, 'rounds', {
    ...round,
    tournament_id,
    confirmed_by: settled_by,
    confirmed_at: settled_at,
  })
}

/** Runs a change before each transaction, as if it had got the write lock first. */
export function beforeTransactions(db: RootDb, change: () => Promise<void>): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async work => {
      await change()
      return execute(work)
    }
    return builder
  }
}

export const withdrawEntry = (db: Db, id: EntryId, withdrawn_at: number | null = 1) =>
  changeRows(db, 'entries', { withdrawn_at }, { id })

/** Sets the goal of every entry. */
export const setGoals = (db: Db, funding_goal_cents: number) =>
  changeRows(db, 'entries', { funding_goal_cents })

/** Sets what an entry counts as raised, without a funding. */
export const setRaised = (db: Db, id: EntryId, current_funding_cents: number) =>
  changeRows(db, 'entries', { current_funding_cents }, { id })

export const changeTerms = (
  db: Db,
  id: EntryId,
  terms: Pick<
    Some<'entries'>,
    'funding_goal_cents' | 'payout_basis_points' | 'if_goal_missed' | 'shared_pots'
  >,
) => changeRows(db, 'entries', terms, { id })

export const placeEntry = (db: Db, id: EntryId, place: number, weight: number, species?: string) =>
  changeRows(db, 'entries', placeValues(place, weight, species), { id })

export const decideGoal = (db: Db, id: EntryId, wasReached: boolean) =>
  changeRows(db, 'entries', { goal_decided_at: 1, goal_was_reached: wasReached ? 1 : 0 }, { id })

export const renameBoat = (db: Db, id: BoatId, name: string) => changeRows(db, 'boats', { name }, { id })

export const requestRefund = (db: Db, id: FundingId) =>
  changeRows(db, 'fundings', { refund_requested_at: 1 }, { id })

export const failRefund = (db: Db, id: FundingId, refund_error = 'The provider is away') =>
  changeRows(db, 'fundings', { refund_requested_at: 1, refund_failed_at: 1, refund_error }, { id })

/** Fails every funding. */
export const failFundings = (db: Db) => changeRows(db, 'fundings', { status: 'failed', failed_at: 1 })

/** Removes the intents, as if the server had stopped before it stored the provider's answers. */
export const forgetIntents = (db: Db) => changeRows(db, 'fundings', { intent_id: null })

/** Every dispute. */
export const decideDisputes = (db: Db, status: 'won' | 'lost') => changeRows(db, 'disputes', { status })

export const removeJobs = (db: Db, kind?: string) =>
  removeRows(db, 'jobs', kind === undefined ? {} : { kind })

/** Finished ones run again. */
export const repeatJobs = (db: Db, kind: string) =>
  changeRows(db, 'jobs', { state: 'waiting', attempts: 0 }, { kind })

/** Removes every message, with its notifications. */
export const forgetNotifications = (db: Db) => removeRows(db, 'notification_messages')

/** Marks the video as playable, as if it had been prepared. */
export const finishVideo = (db: Db, id: VideoId) => changeRows(db, 'crew_videos', { has_web: 1 }, { id })

/** Marks shares as paid in full. */
export const payShares = (
  db: Db,
  where: { id: PayoutId } | { entry_id: EntryId },
  paid_by: UserId,
  reference: string | null = null,
) =>
  db
    .updateTable('payouts')
    .set(({ ref }) => ({ reference, paid_at: Date.now(), paid_by, paid_cents: ref('payable_cents') }))
    .where(({ and }) => and(where))
    .execute()
