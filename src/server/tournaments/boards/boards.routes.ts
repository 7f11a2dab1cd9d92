import { scoredTables } from '#contract/endpoint-tables.ts'
import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Awards, BoardLine, ScoreBoard } from '#contract/tournaments/scores.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { cachedWithEtag } from '#server/http/etag.ts'
import { decodeCursor, nextLink } from '#server/http/paging.ts'
import { readHeldAwards } from '#server/tournaments/results/index.ts'
import {
  findRules,
  latestBoard,
  listAnglerNames,
  listScoringRows,
  presentAwards,
  presentBoard,
  readAwards,
  type ScoringRow,
} from '#server/tournaments/scoring/index.ts'
import { cacheAnswers } from '#server/tournaments/tournaments/index.ts'
import { presentLine } from './boards.present.ts'
import { linesOf } from './boards.rules.ts'

interface Part {
  category?: string | undefined
  day?: string | undefined
  size: number
  fish: number
  /** Number of contestants before the part. */
  from: number
}

/** A cursor is the number of contestants before the page: places move while people read. */
const numberIn = (cursor: string): number | null => (/^\d{1,6}$/.test(cursor) ? Number(cursor) : null)

export function boardRoutes(deps: Pick<Deps, 'boards' | 'db' | 'catalog'>) {
  const { db, boards, catalog } = deps
  const cached = cacheAnswers(deps, [...scoredTables, 'holds', 'pot_entries', 'protests'])

  async function awardsJson(id: TournamentId): Promise<string> {
    const rules = await findRules(db, id)
    if (rules === null) return JSON.stringify({ pots: [], awards: [] } satisfies Awards)
    const heldKeys = await readHeldAwards(db, id, rules)
    return JSON.stringify(presentAwards(rules, await readAwards(db, id, rules), heldKeys))
  }

  async function standingsJson(id: TournamentId, { category, day }: Pick<Part, 'category' | 'day'>) {
    const ruledBoards = await boards.read(id)
    if (ruledBoards === null) return '[]'
    const { rules } = ruledBoards
    const names = await listAnglerNames(db, id, rules)
    const selection = ruledBoards.boards
      .filter(board => category === undefined || board.category === category)
      .filter(board => day === undefined || board.day === day)
    return JSON.stringify(selection.map(board => presentBoard(rules, board, names)))
  }

  async function readLines(id: TournamentId, { category: key, day, size, fish, from }: Part) {
    const ruledBoards = await boards.read(id)
    const category = ruledBoards?.rules.categories.find(each => key === undefined || each.key === key)
    if (!ruledBoards || category === undefined) return { json: '[]' }
    const { rules } = ruledBoards
    const own = ruledBoards.boards.filter(each => each.category === category.key)
    const board = day === undefined ? latestBoard(own) : own.find(each => each.day === day)
    const catches = new Map<string, ScoringRow>((await listScoringRows(db, id)).map(row => [row.id, row]))
    const lines = board ? linesOf(rules, board, catchId => catches.get(catchId)?.species) : []
    const anglers = await listAnglerNames(db, id, rules)
    const context = { rules, category, catches, anglers, fish }
    const page = lines.slice(from, from + size).map(row => presentLine(context, row))
    const next = from + size < lines.length ? String(from + size) : undefined
    return { json: JSON.stringify(page), next }
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/board', async c => {
      const { id } = (await catalog.get(c.req.param('id'))).row
      const {
        limit: size = limits.boardLines,
        fish = limits.boardFish,
        cursor,
        category,
        day,
      } = c.req.valid('query')
      const part = { category, day, size, fish, from: decodeCursor(cursor, numberIn) ?? 0 }
      const { json, next } = await cached([id, part], () => readLines(id, part))
      return cachedWithEtag<BoardLine[]>(c, json, nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/standings', async c => {
      const { id } = (await catalog.get(c.req.param('id'))).row
      const { category, day } = c.req.valid('query')
      const { json } = await cached([id, 'standings', category, day], async () => ({
        json: await standingsJson(id, { category, day }),
      }))
      return cachedWithEtag<ScoreBoard[]>(c, json)
    })
    .endpoint('GET /api/tournaments/:id/awards', async c => {
      const { id } = (await catalog.get(c.req.param('id'))).row
      const { json } = await cached([id, 'awards'], async () => ({
        json: await awardsJson(id),
      }))
      return cachedWithEtag<Awards>(c, json)
    })
}
