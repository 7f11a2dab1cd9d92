import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Person } from './context.ts'
import { unauthorized } from './errors.ts'

/** @throws ApiError 401 */
export const requireUser: MiddlewareHandler<AppEnv & { Variables: { person: Person } }> = async (c, next) => {
  if (c.get('person') === null) throw unauthorized()
  await next()
}
