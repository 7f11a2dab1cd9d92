import { Hono } from 'hono'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { deleteSession } from '../core/sessions.queries.ts'
import { clearSessionCookie } from './session-cookie.ts'

/** `/login` and `/logout` below /api: what pages navigate to. */
export function navigationRoutes({ db }: Deps) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.get('/login', c => {
    const next = c.req.query('next')
    // The page itself sees to it that nobody is led to another site.
    return c.redirect(next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`)
  })
  app.get('/logout', async c => {
    // From elsewhere it is a page with a button that does it.
    if (!isMeant(c)) return c.redirect('/logout')
    const { person, via } = c.var
    if (person && via === 'cookie')
      await inTransaction(db, trx => deleteSession(trx, person.id, person.sessionId))
    clearSessionCookie(c)
    return c.redirect('/')
  })
  return app
}

/** Whether somebody goes there: from a page of this site or by typing, and not a browser that fetches ahead. */
function isMeant(c: AppContext): boolean {
  const ahead = `${c.req.header('sec-purpose')} ${c.req.header('purpose')}`.includes('prefetch')
  return c.req.method === 'GET' && !ahead && isFromHere(c)
}

/**
 * Browsers say where a navigation comes from only to a site they trust, which plain HTTP on a marina's network is not:
 * there the page that it came from decides, and none was typed, or is no browser's.
 */
function isFromHere(c: AppContext): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const referer = c.req.header('referer')
  return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === c.var.origin)
}
