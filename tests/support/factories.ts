import type { Insertable } from 'kysely'
import {
  type BoatId,
  type CatchId,
  type EntryId,
  type FundingId,
  type Id,
  type NotificationId,
  newId,
  type PushSubscriptionId,
  type TournamentId,
  type UpdateId,
  type UserId,
  type WebhookId,
} from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { changeEntryFunding } from '#server/money/funding/entry-funding.queries.ts'
import { writeMovement } from '#server/money/ledger/ledger.queries.ts'
import { transfer } from '#server/money/ledger/ledger.rules.ts'
import { hashSecret, randomSecret } from '#server/people/auth/index.ts'

/** ECMA-262, 21.4.1.1. */
const lastInstant = 8_640_000_000_000_000

type Some<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

const newUserId = (): UserId => newId<'user'>()

export async function addUser(db: Db, values: Some<'users'> = {}): Promise<UserId> {
  const id = values.id ?? newUserId()
  const now = Date.now()
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.com`,
      metadata: '{}',
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
      ...values,
    })
    .execute()
  return id
}

export interface Signed {
  id: UserId
  cookie: string
}

export async function addSigned(db: Db, values: Some<'users'> = {}): Promise<Signed> {
  const id = await addUser(db, values)
  const secret = randomSecret()
  const now = Date.now()
  await db
    .insertInto('sessions')
    .values({
      id: newId<'session'>(),
      user_id: id,
      cookie_hash: hashSecret(secret),
      method: 'password',
      created_at: now,
      seen_at: now,
      // Tests move the clock by years.
      idle_expires_at: lastInstant,
      expires_at: lastInstant,
    })
    .execute()
  return { id, cookie: `sid=${secret}` }
}

/** Started an hour ago and lasts a day by default. */
export async function addTournament(db: Db, values: Some<'tournaments'> = {}): Promise<TournamentId> {
  const id: TournamentId = values.id ?? newId<'tournament'>()
  const now = Date.now()
  await db
    .insertInto('tournaments')
    .values({
      id,
      organiser_id: values.organiser_id ?? (await addUser(db)),
      name: 'White Marlin Open',
      starts_at: now - hour,
      ends_at: now + 24 * hour,
      created_at: now,
      updated_at: now,
      ...values,
    })
    .execute()
  return id
}

export async function addBoat(db: Db, values: Some<'boats'> = {}): Promise<BoatId> {
  const id: BoatId = values.id ?? newId<'boat'>()
  await db
    .insertInto('boats')
    .values({
      id,
      owner_id: values.owner_id ?? (await addUser(db)),
      name: 'Reel Deal',
      captain_name: 'Ana Reyes',
      created_at: Date.now(),
      ...values,
    })
    .execute()
  return id
}

/** @param boat for the new boat when `boat_id` is missing */
export async function addEntry(
  db: Db,
  values: Some<'entries'> = {},
  boat: Some<'boats'> = {},
): Promise<EntryId> {
  const id: EntryId = values.id ?? newId<'entry'>()
  await db
    .insertInto('entries')
    .values({
      id,
      tournament_id: values.tournament_id ?? (await addTournament(db)),
      boat_id: values.boat_id ?? (await addBoat(db, boat)),
      funding_goal_cents: 1_000_000,
      payout_basis_points: 4000,
      created_at: Date.now(),
      ...values,
    })
    .execute()
  return id
}

/** Leaves positions unchanged, unlike a weigh-in through the API. */
export async function addCatch(db: Db, values: Some<'catches'> = {}): Promise<CatchId> {
  const id: CatchId = values.id ?? newId<'catch'>()
  const now = Date.now()
  await db
    .insertInto('catches')
    .values({
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
    .execute()
  return id
}

export async function addUpdate(db: Db, values: Some<'updates'> = {}): Promise<UpdateId> {
  const id: UpdateId = values.id ?? newId<'update'>()
  const entryId = values.entry_id ?? (await addEntry(db))
  const entry = await db
    .selectFrom('entries')
    .select('tournament_id')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('updates')
    .values({
      id,
      entry_id: entryId,
      tournament_id: entry.tournament_id,
      author_id: values.author_id ?? (await addUser(db)),
      content: 'Lines in.',
      created_at: Date.now(),
      ...values,
    })
    .execute()
  return id
}

export async function addCrew(db: Db, values: Some<'crew_members'> = {}): Promise<UserId> {
  const userId = values.user_id ?? (await addUser(db))
  const now = Date.now()
  await db
    .insertInto('crew_members')
    .values({
      user_id: userId,
      boat_id: values.boat_id ?? (await addBoat(db)),
      approved_at: now,
      created_at: now,
      ...values,
    })
    .execute()
  return userId
}

export async function addStaff(
  db: Db,
  values: Some<'staff'> & Pick<Insertable<Tables['staff']>, 'tournament_id' | 'role'>,
): Promise<Signed> {
  const member = await addSigned(db)
  await db
    .insertInto('staff')
    .values({ user_id: member.id, joined_at: Date.now(), ...values })
    .execute()
  return member
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
    if (status === 'completed') {
      if (!(await changeEntryFunding(trx, { entry, backer, cents })))
        throw new Error('the funding does not fit')
    }
    await trx
      .insertInto('fundings')
      .values({
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
      .execute()
    if (status !== 'completed') return
    const refs = { entry, funding: id, user: backer }
    await writeMovement(trx, { kind: 'funding', lines: transfer('backers', 'stakes', cents), refs, now })
  })
  return id
}

/** On a new device of the person, with keys that encrypt nothing unless given. */
/** Unread by default. */
export async function addNotification(
  db: Db,
  user_id: UserId,
  { title = 'Reel Deal', text = 'Weighed in', path = '/', ...values }: Some<'notification_messages'> = {},
  read_at: number | null = null,
): Promise<NotificationId> {
  const id: NotificationId = values.id ?? newId<'notification'>()
  const created_at = values.created_at ?? Date.now()
  await db
    .insertInto('notification_messages')
    .values({ kind: 'weighed_in', urgent: 0, ...values, id, title, text, path, created_at })
    .execute()
  await db
    .insertInto('notifications')
    .values({ user_id, message_id: id, channel: 'none', created_at, read_at })
    .execute()
  return id
}

export async function addPushSubscription(
  db: Db,
  user: UserId,
  values: Some<'push_subscriptions'> = {},
): Promise<PushSubscriptionId> {
  const id: PushSubscriptionId = values.id ?? newId<'push-subscription'>()
  const now = Date.now()
  const session = values.session_id ?? newId<'session'>()
  if (values.session_id === undefined)
    await db
      .insertInto('sessions')
      .values({
        id: session,
        user_id: user,
        cookie_hash: session,
        method: 'password',
        created_at: now,
        seen_at: now,
        idle_expires_at: lastInstant,
        expires_at: lastInstant,
      })
      .execute()
  await db
    .insertInto('push_subscriptions')
    .values({
      id,
      user_id: user,
      session_id: session,
      endpoint: `https://9.9.9.9/push/${id}`,
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
      created_at: now,
      ...values,
    })
    .execute()
  return id
}

/** Without a file. */
export async function addImage(db: Db, owner: UserId): Promise<Id<'image'>> {
  const id = newId<'image'>()
  await db
    .insertInto('images')
    .values({ id, owner_id: owner, width: 8, height: 8, size_bytes: 64, created_at: Date.now() })
    .execute()
  return id
}

export async function addScene(db: Db, values: Some<'tournaments'> = {}) {
  const organiser = await addSigned(db)
  const captain = await addSigned(db)
  const stranger = await addSigned(db)
  const tournament = await addTournament(db, { organiser_id: organiser.id, ...values })
  const boat = await addBoat(db, { owner_id: captain.id })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  return { organiser, captain, stranger, tournament, boat, entry }
}

/** Of every topic. */
export async function addWebhook(db: Db, values: Some<'webhooks'> = {}): Promise<WebhookId> {
  const id: WebhookId = values.id ?? newId<'webhook'>()
  await db
    .insertInto('webhooks')
    .values({
      id,
      tournament_id: values.tournament_id ?? (await addTournament(db)),
      created_by: values.created_by ?? (await addUser(db)),
      url: 'https://9.9.9.9/hook',
      topics: JSON.stringify(['weigh_in', 'update', 'funding', 'results']),
      created_at: Date.now(),
      ...values,
    })
    .execute()
  return id
}

export async function addOwner(db: Db, values: Some<'users'> = {}): Promise<Signed> {
  const signed = await addSigned(db, values)
  await db
    .insertInto('site_roles')
    .values({ user_id: signed.id, role: 'owner', granted_at: Date.now() })
    .execute()
  return signed
}
