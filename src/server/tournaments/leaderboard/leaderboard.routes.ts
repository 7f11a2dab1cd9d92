import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import type { Board, LeaderboardTotals } from '#contract/tournaments/leaderboard.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { type CachedJson, cachedWithEtag, cacheJson } from '#server/http/etag.ts'
import { decodeCursor, nextLink } from '#server/http/paging.ts'
import {
  cacheAnswers,
  decodePlace,
  encodePlace,
  entryJson,
  jsonList,
} from '#server/tournaments/tournaments/index.ts'
import { readTotals } from './leaderboard.queries.ts'
import { decodeRank, encodeRank, leaderboardOf, pageAfter } from './leaderboard.rules.ts'

const boards = { withStandings: true }

export function leaderboardRoutes(deps: Pick<Deps, 'db' | 'now' | 'catalog'>) {
  const { db, now, catalog } = deps
  const cached = cacheAnswers(deps)
  let totals: { membership: number; json: Promise<CachedJson> } | undefined

  async function makeTotals(): Promise<CachedJson> {
    const { tournaments, boats, prize_pool_cents } = await readTotals(db, now())
    const answer: LeaderboardTotals = { tournaments, boats, prizePool: formatCents(prize_pool_cents) }
    return cacheJson(JSON.stringify(answer))
  }

  /** Returns cached totals. Each funding and catch changes the revision, but not the membership. */
  async function currentTotals(): Promise<CachedJson> {
    await catalog.revision()
    const { membership } = catalog
    if (totals?.membership !== membership) totals = { membership, json: makeTotals() }
    try {
      return await totals.json
    } catch (error) {
      totals = undefined
      throw error
    }
  }

  async function readEntries() {
    const size = limits.leaderboardTournaments
    const activePage = await catalog.list({ ...boards, category: 'active', size, after: null })
    const pastPage = await catalog.list({ ...boards, category: 'past', size, after: null })
    return leaderboardOf(await catalog.findMany([...activePage.tournaments, ...pastPage.tournaments]))
  }

  return new EndpointApp()
    .endpoint('GET /api/leaderboard/totals', async c =>
      cachedWithEtag<LeaderboardTotals>(c, await currentTotals()),
    )
    .endpoint('GET /api/leaderboard/boards', async c => {
      const { limit: size = limits.boardsPage, cursor, category } = c.req.valid('query')
      const filter = { ...boards, category }
      const after = decodeCursor(cursor, each => decodePlace(each, filter))
      const { json, next } = await cached(['boards', size, after, category], async () => {
        const page = await catalog.list({ ...filter, size, after })
        const answer = (await catalog.findMany(page.tournaments)).map(
          ({ summary, entries }): Board => ({
            tournament: summary,
            boats: entries.length,
            entries: entries.slice(0, limits.boardPlaces).map(({ data }) => data),
          }),
        )
        return { json: JSON.stringify(answer), next: page.next ? encodePlace(page.next) : undefined }
      })
      return cachedWithEtag<Board[]>(c, json, nextLink(c, next))
    })
    .endpoint('GET /api/leaderboard', async c => {
      const { limit: size = limits.leaderboardPage, cursor } = c.req.valid('query')
      const after = decodeCursor(cursor, decodeRank)
      const { json, next } = await cached(['leaderboard', size, after], async () => {
        const { page, next } = pageAfter(await readEntries(), after, size)
        return { json: jsonList(page.map(entryJson)), next: next && encodeRank(next) }
      })
      return cachedWithEtag<Entry[]>(c, json, nextLink(c, next))
    })
}
