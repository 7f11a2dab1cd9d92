import type { UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import type { AppContext } from '#server/http/context.ts'
import type { SignInMethod } from '../core/auth.table.ts'
import type { Auth } from '../core/services.ts'
import { insertSession, type OpenSession } from '../core/sessions.queries.ts'
import { visitOf } from '../core/visit.ts'

export function openBearerSession(
  trx: Trx,
  { deps }: Auth,
  c: AppContext,
  userId: UserId,
  method: SignInMethod,
): Promise<OpenSession> {
  return insertSession(trx, { userId, method, visit: visitOf(c), cookieHash: null }, deps.env, deps.now())
}
