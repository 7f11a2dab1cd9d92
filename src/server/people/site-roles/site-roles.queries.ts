import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { SiteRole } from '#contract/people/site-role.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import type { Env } from '#server/env.ts'
import { ApiError, conflict, notFound } from '#server/http/errors.ts'
import { type Actor, record } from '#server/record/index.ts'
import { deleteOwnerLinks } from './owner-links.queries.ts'

const roleOf = compileOnce((db, user: UserId) =>
  db.selectFrom('site_roles').select('role').where('user_id', '=', user),
)

export const findSiteRole = async (db: Db, user: UserId): Promise<SiteRole | null> =>
  (await roleOf(db, user))[0]?.role ?? null

/** Selects the owners who aren't banned or deleted. */
const owners = (db: Db) =>
  db
    .selectFrom('site_roles')
    .innerJoin('users', 'users.id', 'site_roles.user_id')
    .select(['users.id', 'users.email'])
    .where('site_roles.role', '=', 'owner')
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)

export const listOwners = (db: Db) => owners(db).limit(limits.owners).execute()

/** Addresses of owners whose password is known to be short. */
export const listWeakOwners = async (db: Db): Promise<string[]> =>
  (await owners(db).where('users.has_long_password', '=', 0).limit(limits.owners).execute()).flatMap(
    ({ email }) => email ?? [],
  )

export const hasOwner = async (db: Db): Promise<boolean> => (await listOwners(db)).length > 0

/**
 * Returns whether the person is the only owner who can sign in:
 * deleting or banning them would leave the site without one.
 */
export async function isOnlyOwner(db: Db, user: UserId): Promise<boolean> {
  const [first, ...others] = await listOwners(db)
  return first?.id === user && others.length === 0
}

/** @throws ApiError 404, as for an address that doesn't exist */
export async function requireOwner(db: Db, { id }: { id: UserId }): Promise<void> {
  if (!(await owners(db).where('users.id', '=', id).executeTakeFirst()))
    throw notFound('There is nothing here.')
}

const hasTournament = (db: Db, user: UserId): Promise<boolean> =>
  hasRow(db.selectFrom('tournaments').select('id').where('organiser_id', '=', user))

/** Returns whether an account may create tournaments. One with a tournament may create others. */
export const mayOrganise = async (db: Db, { organisers }: Env, user: UserId): Promise<boolean> =>
  organisers === 'anyone' || (await findSiteRole(db, user)) !== null || (await hasTournament(db, user))

/** @throws ApiError 403 */
export async function requireOrganiser(db: Db, env: Env, user: UserId): Promise<void> {
  if (!(await mayOrganise(db, env, user)))
    throw new ApiError(
      'forbidden',
      'On this site, organisers are approved first. Ask to run tournaments on the page “Create Tournament”.',
    )
}

/** @throws ApiError 409 */
async function requireLongPassword(trx: Trx, user: UserId, { by }: Actor): Promise<void> {
  const { has_long_password: isLong } = await trx
    .selectFrom('users')
    .select('has_long_password')
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  if (isLong === 1) return
  const toDo =
    isLong === null ? 'sign out and in again, so that its length is known' : 'choose one on the account page'
  const addressee = by === user ? 'Please' : 'Ask this person to'
  throw conflict(
    `An owner needs a password of at least ${limits.ownerPasswordMin} characters. ${addressee} ${toDo}.`,
  )
}

interface SiteRoleGrant {
  user: UserId
  role: SiteRole
}

/** An owner stays one. @throws ApiError 409 at most `limits.owners`, with long passwords */
export async function grantSiteRole(
  trx: Trx,
  actor: Actor,
  { user, role }: SiteRoleGrant,
  now: number,
): Promise<void> {
  const current = await findSiteRole(trx, user)
  if (current === role || current === 'owner') return
  if (role === 'owner' && (await listOwners(trx)).length >= limits.owners)
    throw conflict(`A site has at most ${limits.owners} owners.`)
  if (role === 'owner') await requireLongPassword(trx, user, actor)
  await trx
    .insertInto('site_roles')
    .values({ user_id: user, role, granted_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ role, granted_at: now }))
    .execute()
  if (role === 'owner') await deleteOwnerLinks(trx)
  await record(trx, { kind: 'role-granted', at: now, ...actor, subject: ['user', user], detail: role })
}

/** @throws ApiError 404 without a role */
export async function revokeSiteRole(trx: Trx, actor: Actor, user: UserId, now: number): Promise<SiteRole> {
  const role = await findSiteRole(trx, user)
  if (role === null) throw notFound('This person has no role on this site.')
  await trx.deleteFrom('site_roles').where('user_id', '=', user).execute()
  await record(trx, { kind: 'role-revoked', at: now, ...actor, subject: ['user', user], detail: role })
  return role
}
