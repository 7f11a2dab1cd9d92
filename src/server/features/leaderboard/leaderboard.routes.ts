import { fieldTexts } from '#contract/field-texts.ts'
import type { Board, LeaderboardTotals } from '#contract/leaderboard.ts'
import { limits } from '#contract/limits.ts'
import type { Entry } from '#contract/tournaments.ts'
import type { Deps } from '#server/deps.ts'
import { cachedPerRevision, jsonList, type Snapshot } from '#server/features/tournaments/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { invalid } from '#server/http/errors.ts'
import { cachedWithEtag, cacheJson, jsonWithEtag } from '#server/http/etag.ts'
import { nextLink } from '#server/http/paging.ts'
import { boardsOf, leaderboardOf, totalsOf } from './leaderboard.rules.ts'

export function leaderboardRoutes({ snapshot: snapshots, now }: Deps) {
  let ordered: { revision: number; entries: ReturnType<typeof order> } | undefined

  const order = (snapshot: Snapshot) => leaderboardOf(snapshot.tournaments)
  const entriesOf = (snapshot: Snapshot) => {
    if (ordered?.revision !== snapshot.revision)
      ordered = { revision: snapshot.revision, entries: order(snapshot) }
    return ordered.entries
  }
  const first = cachedPerRevision(snapshot => jsonList(entriesOf(snapshot).slice(0, limits.leaderboardPage)))

  const totals = cachedPerRevision(({ tournaments }) => JSON.stringify(totalsOf(tournaments)))

  return new EndpointApp()
    .endpoint('GET /api/leaderboard/totals', async c =>
      cachedWithEtag<LeaderboardTotals>(c, totals(await snapshots.read(now()))),
    )
    .endpoint('GET /api/leaderboard/boards', async c => {
      const { limit: size = limits.boardsPage, cursor } = c.req.valid('query')
      const boards = boardsOf((await snapshots.read(now())).tournaments)
      const from = cursor === undefined ? 0 : boards.findIndex(({ row }) => row.id === cursor) + 1
      if (cursor !== undefined && from === 0)
        throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
      const page = boards.slice(from, from + size)
      const last = from + page.length < boards.length ? page.at(-1) : undefined
      const answer = page.map(
        ({ summary, entries }): Board => ({
          tournament: summary,
          boats: entries.length,
          entries: entries.slice(0, limits.boardPlaces).map(({ data }) => data),
        }),
      )
      return jsonWithEtag(c, answer, last && nextLink(c, last.row.id))
    })
    .endpoint('GET /api/leaderboard', async c => {
      const { limit: size = limits.leaderboardPage, cursor } = c.req.valid('query')
      const read = snapshots.read(now())
      const snapshot = read instanceof Promise ? await read : read
      const entries = entriesOf(snapshot)
      const from = cursor === undefined ? 0 : entries.findIndex(({ data }) => data.id === cursor) + 1
      if (cursor !== undefined && from === 0)
        throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
      const page = entries.slice(from, from + size)
      const last = from + page.length < entries.length ? page.at(-1) : undefined
      const json = from === 0 && size === limits.leaderboardPage ? first(snapshot) : cacheJson(jsonList(page))
      return cachedWithEtag<Entry[]>(c, json, last && nextLink(c, last.data.id))
    })
}
