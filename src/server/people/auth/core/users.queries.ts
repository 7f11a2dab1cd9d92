import { sql } from 'kysely'
import { newId, type UserId } from '#contract/ids.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { jsonText } from '#server/db/dialect.ts'
import { hasRow } from '#server/db/rows.ts'
import { deleteMailsTo } from '#server/mail/mail.queries.ts'
import { emailChangeSubject } from './auth.mails.ts'
import { isLive } from './auth.rules.ts'
import type { UserRow } from './auth.table.ts'
import type { StoredPassword } from './passwords.ts'

/** First and last name of `users`, for a search. */
export const userName = sql<string>`coalesce(${jsonText('users.metadata', 'first_name')}, '') || ' '
  || coalesce(${jsonText('users.metadata', 'last_name')}, '')`

export const findUser = compileFirst((db, id: UserId) =>
  db.selectFrom('users').selectAll().where('id', '=', id),
)

/** Returns the account's email address, or null if the account is deleted or banned. */
export async function findMailAddress(db: Db, id: UserId): Promise<string | null> {
  const user = await findUser(db, id)
  return isLive(user) && user.banned_at === null ? user.email : null
}

/** Returns whether the account is neither banned nor deleted. */
export const isActive = async (db: Db, id: UserId): Promise<boolean> =>
  (await findMailAddress(db, id)) !== null

/** @param email normalised */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export function listUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('deleted_at', 'is', null).orderBy('created_at').execute()
}

interface NewUser {
  email: string
  password: StoredPassword
  metadata: string
  confirmed: boolean
  /** Null if the site doesn't ask for the age. */
  ageConfirmedAt?: number | null
}

export function insertUser(trx: Trx, user: NewUser, now: number): Promise<UserRow> {
  return trx
    .insertInto('users')
    .values({
      id: newId<'user'>(),
      email: user.email,
      ...user.password,
      metadata: user.metadata,
      email_confirmed_at: user.confirmed ? now : null,
      age_confirmed_at: user.ageConfirmedAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type UserChange = Partial<Omit<UserRow, 'id' | 'created_at' | 'updated_at'>>

export function updateUser(trx: Trx, id: UserId, change: UserChange, now: number): Promise<UserRow> {
  return trx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const ownsSite = (db: Db, id: UserId): Promise<boolean> =>
  hasRow(db.selectFrom('site_roles').select('role').where('user_id', '=', id).where('role', '=', 'owner'))

const personalTables = [
  'sessions',
  'one_time_tokens',
  'auth_codes',
  'known_networks',
  'follows',
  'notifications',
  'notification_settings',
  'push_subscriptions',
  'site_roles',
  'organiser_requests',
  'data_exports',
] as const

/** Deletes the personal data. The row remains, because other rows reference it. */
export async function anonymiseUser(trx: Trx, id: UserId, now: number): Promise<void> {
  const user = await findUser(trx, id)
  if (user?.email) await deleteMailsTo(trx, user.email, null)
  // Other mails to that address are another person's.
  if (user?.new_email) await deleteMailsTo(trx, user.new_email, emailChangeSubject)
  for (const table of personalTables) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  await trx.deleteFrom('notification_messages').where('about_user', '=', id).execute()
  const webhooks = trx.selectFrom('webhooks').select('id').where('created_by', '=', id)
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute()
  await trx.deleteFrom('webhooks').where('created_by', '=', id).execute()
  await updateUser(
    trx,
    id,
    {
      email: null,
      password_hash: null,
      has_long_password: null,
      metadata: '{}',
      email_confirmed_at: null,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      new_email: null,
      email_change_sent_at: null,
      email_change_confirmations: 0,
      last_sign_in_at: null,
      age_confirmed_at: null,
      deleted_at: now,
    },
    now,
  )
}
