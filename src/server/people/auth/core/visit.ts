import type { AppContext } from '#server/http/context.ts'
import type { Visit } from './sessions.queries.ts'

export function visitOf(c: AppContext): Visit {
  return { userAgent: c.req.header('user-agent') ?? '', address: c.var.address, network: c.var.network }
}
