import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Person } from '#server/http/context.ts'
import { unauthorized } from '#server/http/errors.ts'

/** Refuses whoever is not signed in. After it `c.var.person` is there. */
export const requireUser: MiddlewareHandler<AppEnv & { Variables: { person: Person } }> = async (c, next) => {
  if (c.var.person === null) throw unauthorized()
  await next()
}
