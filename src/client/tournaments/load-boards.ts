import type { QueryClient } from '@tanstack/react-query'
import { chosenBoard, hasBoard } from '#client/domain/boards.ts'
import { load } from '#client/lib/query.tsx'
import type { Route } from '#client/route.ts'
import { boardLinesQuery } from '#client/tournaments/api/boards.ts'
import { protestWindowQuery } from '#client/tournaments/api/protests.ts'
import { awardsQuery, rulesQuery } from '#client/tournaments/api/rules.ts'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

type First = NonNullable<Route['first']>

const ruledOf = (client: QueryClient, id: string): Tournament | undefined => {
  const tournament = client.getQueryData<Tournament>(tournamentQuery(id).queryKey)
  return tournament?.ruled ? tournament : undefined
}

const rulesOfPage = async (client: QueryClient, id: string): Promise<RulesJson | null> =>
  ruledOf(client, id)
    ? (await client.fetchQuery<TournamentRules>({ ...rulesQuery(id), retry: false })).rules
    : null

/** Rules and the board that the address asks for; nothing without rules. */
export const loadBoard: First = async (client, { params: { id = '' }, search, now }) => {
  const rules = await rulesOfPage(client, id)
  const board = rules && chosenBoard(rules, search, now)
  const tournament = ruledOf(client, id)
  if (board && tournament && hasBoard(tournament)) await load(client, boardLinesQuery(id, board))
}

/** The same, with protests and jackpots. */
export const loadBoards: First = async (client, address) => {
  const { id = '' } = address.params
  const rules = await rulesOfPage(client, id)
  if (!rules) return
  await Promise.all([
    load(client, protestWindowQuery(id)),
    loadBoard(client, address),
    ...(rules.pots.length > 0 ? [load(client, awardsQuery(id))] : []),
  ])
}

/** Loads the rules, which name the first category. */
export const loadKioskRules: First = async (client, { params: { tournamentId = '' } }) => {
  if (ruledOf(client, tournamentId)) await load(client, rulesQuery(tournamentId))
}
