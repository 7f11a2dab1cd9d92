import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { LRUCache } from 'lru-cache'
import { isId } from '#contract/ids.ts'
import { passParam } from '#contract/qr-code.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { type CachedJson, cachedWithEtag, cacheJson } from '#server/http/etag.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import type { GateEntry } from '#server/people/gate/index.ts'

export type Theme = 'light' | 'dark'

export interface EmbedLeaderboard {
  tournament: Tournament
  /** See `resultsText`; null if not shown. */
  state: string | null
  /** Absolute address of the tournament's page. */
  url: string
  /** Time zone of the rules, or null without rules. */
  timeZone: string | null
}

export interface EmbedDocuments {
  /** Returns a revision of the site's name and colours. */
  revision(): Promise<string>
  leaderboard(leaderboard: EmbedLeaderboard, theme: Theme | null): Promise<string>
  refusal(title: string, text: string, theme: Theme | null): Promise<string>
}

/** Any site may frame it; it loads nothing but its own style and script. */
const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ['*'],
  },
  xFrameOptions: false,
  crossOriginResourcePolicy: 'cross-origin',
  crossOriginOpenerPolicy: false,
  strictTransportSecurity: false,
  referrerPolicy: 'strict-origin-when-cross-origin',
})

/** Number of cached leaderboards. */
const cacheMax = 200

/** Mounted at /embed. Sets and reads no cookie. */
export function embedRoutes(
  { boards, catalog, now, results }: Deps,
  accessOf: GateEntry['accessOf'],
  documents: EmbedDocuments,
) {
  const cache = new LRUCache<string, { json: string; html: CachedJson }>({ max: cacheMax })

  async function leaderboardOf(id: string, url: string, theme: Theme | null): Promise<CachedJson | null> {
    const cached = await catalog.find(id)
    if (!cached) return null
    const state = await results.textOf(cached.row, now())
    const timeZone = (await boards.read(cached.row.id))?.rules.timeZone ?? null
    const key = JSON.stringify([url, theme, state, timeZone, await documents.revision()])
    const previous = cache.get(key)
    if (previous?.json === cached.json) return previous.html
    const tournament = { ...cached.summary, entries: cached.entries.map(({ data }) => data) }
    const html = cacheJson(await documents.leaderboard({ tournament, state, url, timeZone }, theme))
    cache.set(key, { json: cached.json, html })
    return html
  }

  return new Hono<AppEnv>()
    .use('/:tournament', headers)
    .get('/:tournament', async c => {
      const id = c.req.param('tournament')
      const value = c.req.query('theme')
      const theme = value === 'light' || value === 'dark' ? value : null
      const pass = c.req.query(passParam)
      const refuse = async (status: 403 | 404, title: string, text: string) =>
        c.html(documents.refusal(title, text, theme), status, { 'Cache-Control': 'no-store' })
      const access = isId<'tournament'>(id) ? await accessOf(id, pass) : 'open'
      if (access === null)
        return refuse(
          403,
          'This leaderboard is locked',
          'The organiser finds the code that shows it under Manage, Integrations.',
        )
      const query = access === 'pass' ? `?${new URLSearchParams({ [passParam]: pass ?? '' })}` : ''
      const html = isId<'tournament'>(id)
        ? await leaderboardOf(id, `${c.var.origin}/tournament/${id}${query}`, theme)
        : null
      if (html === null)
        return refuse(404, 'Tournament not found', 'It was deleted, or the address has a typing error.')
      return cachedWithEtag(c, html, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': `${access === 'open' ? 'public' : 'private'}, max-age=10, stale-while-revalidate=60`,
        Vary: 'Accept-Encoding',
        'X-Robots-Tag': 'noindex',
      })
    })
    .all('/:tournament', onlyRead)
}
