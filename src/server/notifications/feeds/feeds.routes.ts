import { Hono } from 'hono'
import { passParam } from '#contract/qr-code.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { ApiError } from '#server/http/errors.ts'
import { cachedWithEtag } from '#server/http/etag.ts'
import { fromTheNewest } from '#server/http/paging.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import type { GateEntry } from '#server/people/gate/index.ts'
import { findPinned, listOfTournament } from '#server/tournaments/announcements/index.ts'
import { listLatest } from '#server/tournaments/log/index.ts'
import {
  type CachedTournament,
  cacheAnswers,
  type TournamentRow,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { disqualifiedAt, listUpdates } from '#server/tournaments/updates/index.ts'
import { atomXml, type FeedEntry, titleOf } from './feed.rules.ts'

const most = 50

/** Mounted at /tournament. Reads no cookie. */
export function feedRoutes(deps: Deps, accessOf: GateEntry['accessOf']) {
  const { db, catalog, now, results } = deps
  const cached = cacheAnswers(deps, ['announcements', 'log_events', 'updates'])

  async function entriesOf({ id, public_log: log }: TournamentRow, origin: string): Promise<FeedEntry[]> {
    const updateRows = await listUpdates(db, most, fromTheNewest, { tournament: id })
    const subjects = updateRows.flatMap(row => (row.catch_id === null ? [] : [row.catch_id, row.entry_id]))
    const latest = await listLatest(db, id, subjects)
    const updates = updateRows.map(row => {
      const mark = disqualifiedAt(row) === null ? '' : ' Disqualified.'
      // Corrections and rulings change the texts of a weigh-in.
      const ofCatch = row.catch_id === null ? undefined : latest.get(row.catch_id)
      const ofEntry = row.catch_id === null ? undefined : latest.get(row.entry_id)
      // A copy of the log, which proves a later rewrite.
      const logText = log === 1 && ofCatch ? `\nCatch log ${ofCatch.seq}: ${ofCatch.hash}` : ''
      return {
        id: row.id,
        title: `${row.boat_name}: ${titleOf(row.content)}${mark}`,
        text: `${row.content}${mark}${logText}`,
        link: `${origin}/boat/${row.boat_id}`,
        publishedAt: row.created_at,
        updatedAt: Math.max(row.created_at, row.corrected_at ?? 0, ofCatch?.at ?? 0, ofEntry?.at ?? 0),
      }
    })
    const pinned = await findPinned(db, id)
    const announcementRows = [
      ...(pinned ? [pinned] : []),
      ...(await listOfTournament(db, id, most, fromTheNewest)),
    ]
    const announcements = announcementRows.map(row => ({
      id: row.id,
      title: titleOf(row.content),
      text: row.content,
      link: `${origin}/tournament/${id}`,
      publishedAt: row.created_at,
      updatedAt: row.created_at,
    }))
    return [...updates, ...announcements].sort((a, b) => b.publishedAt - a.publishedAt).slice(0, most)
  }

  async function feedOf(
    { row, summary }: CachedTournament,
    subtitle: string | null,
    origin: string,
    self: string,
  ): Promise<string> {
    return atomXml({
      id: row.id,
      title: `${summary.name}: updates`,
      subtitle,
      author: summary.organiserName ?? 'The organiser',
      link: `${origin}/tournament/${row.id}`,
      self,
      createdAt: row.created_at,
      entries: await entriesOf(row, origin),
    })
  }

  return new Hono<AppEnv>()
    .get('/:id/updates.atom', async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const pass = c.req.query(passParam)
      const access = await accessOf(id, pass)
      if (access === null)
        throw new ApiError(
          'site_locked',
          'The site is locked. The organiser finds the feed’s address under Manage, Integrations.',
        )
      const tournament = await catalog.get(id)
      const { origin } = c.var
      const self =
        origin + c.req.path + (access === 'pass' ? `?${new URLSearchParams({ pass: pass ?? '' })}` : '')
      const state = await results.textOf(tournament.row, now())
      const { json: xml } = await cached([state, self], async () => ({
        json: await feedOf(tournament, state, origin, self),
      }))
      return cachedWithEtag(c, xml, {
        'Content-Type': 'application/atom+xml; charset=utf-8',
        'Cache-Control': `${access === 'open' ? 'public' : 'private'}, max-age=60`,
        Vary: 'Accept-Encoding',
      })
    })
    .all('/:id/updates.atom', onlyRead)
}
