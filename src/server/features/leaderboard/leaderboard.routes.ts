import { Hono } from 'hono'
import { limits } from '#contract/limits.ts'
import { marinaTexts } from '#contract/marina-texts.ts'
import type { Deps } from '#server/deps.ts'
import { jsonList, keptPer } from '#server/features/tournaments/kept-list.queries.ts'
import type { Snapshot } from '#server/features/tournaments/snapshot.queries.ts'
import type { AppEnv } from '#server/http/context.ts'
import { invalid } from '#server/http/errors.ts'
import { keepJson, keptWithEtag } from '#server/http/etag.ts'
import { nextLink } from '#server/http/paging.ts'
import { optionalQuery } from '#server/http/validate.ts'
import { leaderboardOf, totalsOf } from './leaderboard.rules.ts'

/** Mounted at /api/leaderboard. */
export function leaderboardRoutes({ snapshot: snapshots, now }: Deps) {
  let ordered: { revision: number; entries: ReturnType<typeof order> } | undefined

  const order = (snapshot: Snapshot) => leaderboardOf(snapshot.tournaments)
  const entriesOf = (snapshot: Snapshot) => {
    if (ordered?.revision !== snapshot.revision)
      ordered = { revision: snapshot.revision, entries: order(snapshot) }
    return ordered.entries
  }
  const first = keptPer(snapshot => jsonList(entriesOf(snapshot).slice(0, limits.leaderboardPage)))

  const totals = keptPer(({ tournaments }) => JSON.stringify(totalsOf(tournaments)))

  return new Hono<AppEnv>()
    .get('/totals', async c => keptWithEtag(c, totals(await snapshots.read(now()))))
    .get(
      '/',
      optionalQuery(() => import('#contract/paging.ts').then(m => m.leaderboardPage)),
      async c => {
        const { limit: size = limits.leaderboardPage, cursor } = c.req.valid('query')
        const read = snapshots.read(now())
        const snapshot = read instanceof Promise ? await read : read
        const entries = entriesOf(snapshot)
        const from = cursor === undefined ? 0 : entries.findIndex(({ data }) => data.id === cursor) + 1
        if (cursor !== undefined && from === 0)
          throw invalid([{ path: 'cursor', message: marinaTexts.cursorInvalid }])
        const page = entries.slice(from, from + size)
        const last = from + page.length < entries.length ? page.at(-1) : undefined
        const json =
          from === 0 && size === limits.leaderboardPage ? first(snapshot) : keepJson(jsonList(page))
        return keptWithEtag(c, json, last && nextLink(c, last.data.id))
      },
    )
}
