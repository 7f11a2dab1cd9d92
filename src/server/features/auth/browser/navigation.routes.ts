import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { deleteSession } from '../core/sessions.queries.ts'
import { clearSessionCookie } from './session-cookie.ts'

/** `/api/login` and `/api/logout`, to which pages navigate. */
export function navigationRoutes({ db }: Deps) {
  const app = new EndpointApp()
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.endpoint('GET /api/login', c => {
    const next = c.req.query('next')
    // The page refuses a `next` of another site.
    return c.redirect(next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`)
  })
  app.endpoint('GET /api/logout', async c => {
    // A page with a button, so that another site can't sign people out.
    if (!isIntended(c)) return c.redirect('/logout')
    const { person, via } = c.var
    if (person && via === 'cookie')
      await inTransaction(db, trx => deleteSession(trx, person.id, person.sessionId))
    clearSessionCookie(c)
    return c.redirect('/')
  })
  return app
}

/** A navigation from this site or a typed address, and not a prefetch. */
function isIntended(c: AppContext): boolean {
  const isPrefetch = `${c.req.header('sec-purpose')} ${c.req.header('purpose')}`.includes('prefetch')
  return c.req.method === 'GET' && !isPrefetch && isFromSite(c)
}

/** Browsers send Sec-Fetch-Site only over TLS and to localhost; on plain HTTP the Referer decides. */
function isFromSite(c: AppContext): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const referer = c.req.header('referer')
  return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === c.var.origin)
}
