import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { deleteSession } from '../core/sessions.queries.ts'
import { clearSessionCookie } from './session-cookie.ts'

export function navigationRoutes({ db }: Pick<Deps, 'db'>) {
  const app = new EndpointApp()
  app.endpoint('GET /api/login', c => {
    const next = c.req.query('next')
    // The page validates `next`.
    return c.redirect(next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`)
  })
  app.endpoint('GET /api/logout', async c => {
    // Prevents sign-out by another site.
    if (!isIntended(c)) return c.redirect('/logout')
    const { person, via } = c.var
    if (person && via === 'cookie')
      await inTransaction(db, trx => deleteSession(trx, person.id, person.sessionId))
    clearSessionCookie(c)
    return c.redirect('/')
  })
  return app
}

/** Returns whether the request is a same-site or typed navigation, not a prefetch. */
function isIntended(c: AppContext): boolean {
  const isPrefetch = `${c.req.header('sec-purpose')} ${c.req.header('purpose')}`.includes('prefetch')
  return c.req.method === 'GET' && !isPrefetch && isFromSite(c)
}

/** Plain HTTP has no Sec-Fetch-Site, except on localhost. */
function isFromSite(c: AppContext): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const referer = c.req.header('referer')
  return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === c.var.origin)
}
