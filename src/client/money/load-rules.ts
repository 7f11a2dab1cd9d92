import { load } from '#client/lib/query.tsx'
import { fundingQuery } from '#client/money/api/funding.ts'
import { resultsQuery, statementQuery } from '#client/money/api/payouts.ts'
import type { Route } from '#client/route.ts'
import { entryQuery, insiderQuery } from '#client/tournaments/api/entries.ts'
import { backedPotsQuery } from '#client/tournaments/api/rules.ts'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import type { Funding } from '#contract/money/funding.ts'
import type { Statement } from '#contract/money/results.ts'
import type { EntryWithTournament, Tournament } from '#contract/tournaments/tournaments.ts'

type First = NonNullable<Route['first']>

/* Data of rules and results on pages of backers; nothing without rules. */

/** Loads pots, and whether the viewer is an insider. */
export const loadFunding: First = async (client, { params: { entryId = '' } }) => {
  const entry = client.getQueryData<EntryWithTournament>(entryQuery(entryId).queryKey)
  if (!entry) return
  const queries = [insiderQuery(entryId), ...(entry.tournament.ruled ? [backedPotsQuery(entryId)] : [])]
  await Promise.all(queries.map(query => load(client, query)))
}

export const loadPotsOfFunding: First = async (client, { params: { id = '' } }) => {
  const funding = client.getQueryData<Funding>(fundingQuery(id).queryKey)
  const entry = funding?.tournament_entry
  if (entry?.tournament.ruled) await load(client, backedPotsQuery(entry.id))
}

/** Loads the results of a ruled tournament that is over, which say whether they are official. */
export const loadKioskResults: First = async (client, { params: { tournamentId = '' } }) => {
  const tournament = client.getQueryData<Tournament>(tournamentQuery(tournamentId).queryKey)
  if (tournament?.ruled && tournament.status === 'completed') await load(client, resultsQuery(tournamentId))
}

export const loadPotsOfStatement: First = async (client, { params: { entryId = '' } }) => {
  const statement = client.getQueryData<Statement>(statementQuery(entryId).queryKey)
  if (!statement?.tournament.ruled) return
  const { id } = statement.tournament
  await Promise.all([load(client, backedPotsQuery(entryId)), load(client, resultsQuery(id))])
}
