import {
  type AnnouncementId,
  type BoatId,
  type CatchId,
  type EntryId,
  type FundingId,
  type Id,
  type NotificationId,
  newId,
  type PushSubscriptionId,
  type SessionId,
  type StaffInvitationId,
  type TournamentId,
  type UpdateId,
  type UserId,
  type WebhookId,
} from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { changeEntryFunding } from '#server/money/funding/entry-funding.queries.ts'
import { writeMovement } from '#server/money/ledger/ledger.queries.ts'
import { randomSecret } from '#server/people/auth/index.ts'
import type { JobId } from '#server/queue/queue.table.ts'
import { sha256 } from '#server/sha256.ts'
import { addRows, type Some } from './rows.ts'

/*
 * Each adds one row and what it needs, with defaults for the columns that a test does not name. States that a scene
 * comes to later are in states.ts.
 */

/** ECMA-262, 21.4.1.1. */
const lastInstant = 8_640_000_000_000_000

export async function addUser(db: Db, values: Some<'users'> = {}): Promise<UserId> {
  const id = values.id ?? newId<'user'>()
  const now = Date.now()
  await addRows(db, 'users', {
    id,
    email: emailOf({ id }),
    metadata: '{}',
    email_confirmed_at: now,
    created_at: now,
    updated_at: now,
    ...values,
  })
  return id
}

/** The address of an account that was added without one. */
export const emailOf = ({ id }: { id: string }) => `${id}@example.com`

/** Columns of a person with this name. */
export const nameValues = (first_name: string | null, last_name?: string | null) => ({
  metadata: JSON.stringify({ first_name, last_name }),
})

/** Adds a session that never expires, because tests move the clock by years. */
export async function addSession(db: Db, user_id: UserId, values: Some<'sessions'> = {}): Promise<SessionId> {
  const id: SessionId = values.id ?? newId<'session'>()
  const now = Date.now()
  await addRows(db, 'sessions', {
    id,
    user_id,
    cookie_hash: id,
    method: 'password',
    created_at: now,
    seen_at: now,
    idle_expires_at: lastInstant,
    expires_at: lastInstant,
    ...values,
  })
  return id
}

export interface Signed {
  id: UserId
  cookie: string
}

/** Adds an account with a session. */
export async function addSigned(
  db: Db,
  values: Some<'users'> = {},
  ofSession: Some<'sessions'> = {},
): Promise<Signed> {
  const id = await addUser(db, values)
  const secret = randomSecret()
  await addSession(db, id, { cookie_hash: sha256(secret), ...ofSession })
  return { id, cookie: `sid=${secret}` }
}

export async function addOwner(db: Db, values: Some<'users'> = {}): Promise<Signed> {
  const owner = await addSigned(db, values)
  await addRole(db, owner.id)
  return owner
}

export const addRole = (db: Db, user_id: UserId, role: 'owner' | 'organiser' = 'owner'): Promise<void> =>
  addRows(db, 'site_roles', { user_id, role, granted_at: Date.now() })

/** Sets the first version of a tournament's rules by default. @param rules null: without rules again */
export const setRules = (
  db: Db,
  tournament_id: TournamentId,
  rules: RulesJson | null,
  set_by: UserId,
  values: Some<'tournament_rules'> = {},
): Promise<void> =>
  addRows(db, 'tournament_rules', {
    tournament_id,
    number: 1,
    rules: rules && JSON.stringify(rules),
    reason: null,
    set_by,
    set_at: 1,
    ...values,
  })

/** Started an hour ago and lasts a day by default. */
export async function addTournament(db: Db, values: Some<'tournaments'> = {}): Promise<TournamentId> {
  const id: TournamentId = values.id ?? newId<'tournament'>()
  const now = Date.now()
  await addRows(db, 'tournaments', {
    id,
    organiser_id: values.organiser_id ?? (await addUser(db)),
    name: 'White Marlin Open',
    starts_at: now - hour,
    ends_at: now + 24 * hour,
    created_at: now,
    updated_at: now,
    ...values,
  })
  return id
}

/** Dates of a tournament that ended an hour ago. */
export const pastDates = () => ({ starts_at: Date.now() - 2 * hour, ends_at: Date.now() - hour })

/** Dates of a tournament that starts in an hour. */
export const upcoming = () => ({ starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })

export async function addBoat(db: Db, values: Some<'boats'> = {}): Promise<BoatId> {
  const id: BoatId = values.id ?? newId<'boat'>()
  await addRows(db, 'boats', {
    id,
    owner_id: values.owner_id ?? (await addUser(db)),
    name: 'Reel Deal',
    captain_name: 'Ana Reyes',
    created_at: Date.now(),
    ...values,
  })
  return id
}

/** @param boat for the new boat when `boat_id` is missing */
export async function addEntry(
  db: Db,
  values: Some<'entries'> = {},
  boat: Some<'boats'> = {},
): Promise<EntryId> {
  const id: EntryId = values.id ?? newId<'entry'>()
  await addRows(db, 'entries', {
    id,
    tournament_id: values.tournament_id ?? (await addTournament(db)),
    boat_id: values.boat_id ?? (await addBoat(db, boat)),
    funding_goal_cents: 1_000_000,
    payout_basis_points: 4000,
    created_at: Date.now(),
    ...values,
  })
  return id
}

/** A tournament with an organiser, and a boat in it with a captain. */
export async function addScene(
  db: Db,
  values: Some<'tournaments'> = {},
  { entry: ofEntry = {}, boat: ofBoat = {} }: { entry?: Some<'entries'>; boat?: Some<'boats'> } = {},
) {
  const organiser = await addSigned(db)
  const captain = await addSigned(db)
  const stranger = await addSigned(db)
  const tournament = await addTournament(db, { organiser_id: organiser.id, ...values })
  const boat = await addBoat(db, { owner_id: captain.id, ...ofBoat })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat, ...ofEntry })
  return { organiser, captain, stranger, tournament, boat, entry }
}

export type Scene = Awaited<ReturnType<typeof addScene>>

/** Leaves positions unchanged, unlike a weigh-in through the API. */
export async function addCatch(db: Db, values: Some<'catches'> = {}): Promise<CatchId> {
  const id: CatchId = values.id ?? newId<'catch'>()
  const now = Date.now()
  await addRows(db, 'catches', {
    id,
    entry_id: values.entry_id ?? (await addEntry(db)),
    weight_hundredths: 41_250,
    species: 'Blue Marlin',
    caught_at: now,
    recorded_by: values.recorded_by ?? (await addUser(db)),
    created_at: now,
    updated_at: now,
    ...values,
  })
  return id
}

/** Columns of an entry at this place of the standings. */
export const placeValues = (current_position: number, weight: number, species = 'Wahoo') => ({
  current_position,
  best_catch: JSON.stringify({ weight, species }),
})

export async function addUpdate(db: Db, values: Some<'updates'> = {}): Promise<UpdateId> {
  const id: UpdateId = values.id ?? newId<'update'>()
  const entry_id = values.entry_id ?? (await addEntry(db))
  const { tournament_id } = await db
    .selectFrom('entries')
    .select('tournament_id')
    .where('id', '=', entry_id)
    .executeTakeFirstOrThrow()
  await addRows(db, 'updates', {
    id,
    entry_id,
    tournament_id,
    author_id: values.author_id ?? (await addUser(db)),
    content: 'Lines in.',
    created_at: Date.now(),
    ...values,
  })
  return id
}

export async function addAnnouncement(db: Db, values: Some<'announcements'> = {}): Promise<AnnouncementId> {
  const id: AnnouncementId = values.id ?? newId<'announcement'>()
  await addRows(db, 'announcements', {
    id,
    tournament_id: values.tournament_id ?? (await addTournament(db)),
    author_id: values.author_id ?? (await addUser(db)),
    content: 'Weigh-in until 6 PM.',
    pinned: 0,
    created_at: Date.now(),
    ...values,
  })
  return id
}

/** Approved by default. */
export async function addCrew(db: Db, values: Some<'crew_members'> = {}): Promise<UserId> {
  const user_id = values.user_id ?? (await addUser(db))
  const now = Date.now()
  await addRows(db, 'crew_members', {
    user_id,
    boat_id: values.boat_id ?? (await addBoat(db)),
    approved_at: now,
    created_at: now,
    ...values,
  })
  return user_id
}

export async function addStaff(
  db: Db,
  values: Some<'staff'> & Required<Pick<Some<'staff'>, 'tournament_id' | 'role'>>,
): Promise<Signed> {
  const member = await addSigned(db)
  await addRows(db, 'staff', { user_id: member.id, joined_at: Date.now(), ...values })
  return member
}

/** Adds an invitation of a weigh master for an hour. @param token of its link */
export async function addStaffInvitation(
  db: Db,
  tournament_id: TournamentId,
  token: string,
): Promise<StaffInvitationId> {
  const id = newId<'staff-invitation'>()
  const now = Date.now()
  await addRows(db, 'staff_invitations', {
    id,
    tournament_id,
    role: 'weigh-master',
    token_hash: sha256(token),
    created_at: now,
    expires_at: now + hour,
  })
  return id
}

/** Completed by default, which updates entry and ledger. */
export async function addFunding(db: Db, values: Some<'fundings'> = {}): Promise<FundingId> {
  const id: FundingId = values.id ?? newId<'funding'>()
  const entry = values.entry_id ?? (await addEntry(db))
  const backer = values.backer_id ?? (await addUser(db))
  const cents = values.amount_cents ?? 10_000
  const now = Date.now()
  const status = values.status ?? 'completed'
  await inTransaction(db, async trx => {
    if (status === 'completed' && !(await changeEntryFunding(trx, { entry, backer, cents })))
      throw new Error('the funding does not fit')
    await addRows(trx, 'fundings', {
      id,
      mode: 'test',
      created_at: now,
      held_until: now + hour / 4,
      completed_at: status === 'completed' ? now : null,
      ...values,
      entry_id: entry,
      backer_id: backer,
      amount_cents: cents,
      status,
    })
    if (status !== 'completed') return
    const refs = { entry, funding: id, user: backer }
    await writeMovement(trx, { kind: 'funding', from: 'backers', to: 'stakes', cents, refs, now })
  })
  return id
}

/** Open by default. */
export const addDispute = (
  db: Db,
  values: Some<'disputes'> & Required<Pick<Some<'disputes'>, 'funding_id' | 'amount_cents'>>,
): Promise<void> => addRows(db, 'disputes', { id: 'dp_1', status: 'open', created_at: 1, ...values })

/** Adds follows, of boats by default. */
export const addFollows = (
  db: Db,
  ...follows: (Some<'follows'> & Required<Pick<Some<'follows'>, 'user_id' | 'subject_id'>>)[]
): Promise<void> =>
  addRows(
    db,
    'follows',
    ...follows.map(each => ({ kind: 'boat', muted: 0, created_at: 1, ...each }) as const),
  )

/** Unread by default. */
export async function addNotification(
  db: Db,
  user_id: UserId,
  { title = 'Reel Deal', text = 'Weighed in', path = '/', ...values }: Some<'notification_messages'> = {},
  own: Some<'notifications'> = {},
): Promise<NotificationId> {
  const id: NotificationId = values.id ?? newId<'notification'>()
  const created_at = values.created_at ?? Date.now()
  const message = { kind: 'weighed_in', urgent: 0, ...values, id, title, text, path, created_at } as const
  await addRows(db, 'notification_messages', message)
  await addRows(db, 'notifications', { user_id, message_id: id, channel: 'none', created_at, ...own })
  return id
}

/** Adds a device of the person, with keys that encrypt nothing unless given. */
export async function addPushSubscription(
  db: Db,
  user_id: UserId,
  values: Some<'push_subscriptions'> = {},
): Promise<PushSubscriptionId> {
  const id: PushSubscriptionId = values.id ?? newId<'push-subscription'>()
  await addRows(db, 'push_subscriptions', {
    id,
    user_id,
    session_id: values.session_id ?? (await addSession(db, user_id)),
    endpoint: `https://9.9.9.9/push/${id}`,
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
    created_at: Date.now(),
    ...values,
  })
  return id
}

/** Adds a webhook with all topics. */
export async function addWebhook(db: Db, values: Some<'webhooks'> = {}): Promise<WebhookId> {
  const id: WebhookId = values.id ?? newId<'webhook'>()
  await addRows(db, 'webhooks', {
    id,
    tournament_id: values.tournament_id ?? (await addTournament(db)),
    created_by: values.created_by ?? (await addUser(db)),
    url: 'https://9.9.9.9/hook',
    topics: JSON.stringify(['weigh_in', 'update', 'funding', 'results', 'protest']),
    created_at: Date.now(),
    ...values,
  })
  return id
}

/** Adds an image without a file. */
export async function addImage(db: Db, owner_id: UserId, values: Some<'images'> = {}): Promise<Id<'image'>> {
  const id = values.id ?? newId<'image'>()
  const size = { width: 8, height: 8, size_bytes: 64 }
  await addRows(db, 'images', { id, owner_id, ...size, created_at: Date.now(), ...values })
  return id
}

/** Due at once. */
export async function addJob(db: Db, values: Some<'jobs'> = {}): Promise<JobId> {
  const id = values.id ?? newId<'job'>()
  const job = { kind: 'refund', subject: newId(), state: 'waiting', due_at: 1, created_at: 1 } as const
  await addRows(db, 'jobs', { id, ...job, ...values })
  return id
}
