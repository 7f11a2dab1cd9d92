import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { randomSecret } from '#server/people/auth/index.ts'
import { sha256 } from '#server/sha256.ts'

/** Replaces the earlier ones. Only the hash is stored. */
export async function makeOwnerToken(trx: Trx, now: number): Promise<string> {
  await deleteOwnerLinks(trx)
  const token = randomSecret()
  await trx
    .insertInto('owner_links')
    .values({ token_hash: sha256(token), expires_at: now + limits.ownerLinkHours * hour })
    .execute()
  return token
}

/** Returns the link, even if it expired. */
export const findOwnerLink = (db: Db, token: string): Promise<{ expires_at: number } | undefined> =>
  db.selectFrom('owner_links').select('expires_at').where('token_hash', '=', sha256(token)).executeTakeFirst()

export async function deleteOwnerLinks(trx: Trx): Promise<void> {
  await trx.deleteFrom('owner_links').execute()
}
