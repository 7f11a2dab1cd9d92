import type { ParsedBody } from '#contract/endpoints.ts'
import type { Issue } from '#contract/errors.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { formatCents } from '#contract/money.ts'
import { unknownKeys } from '#contract/tournaments/scoring/issues.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { invalid } from '#server/http/errors.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import type { EntryRow } from './entries.table.ts'

export type PotTerms = Partial<Pick<EntryRow, 'shared_pots' | 'goal_parts'>>

type PotInput = Partial<
  Pick<ParsedBody<'POST /api/tournaments/:id/entries'>, 'sharedPots' | 'potsWanted' | 'goalParts'>
>

const partsIssues = (parts: PotInput['goalParts'], goal: number): Issue[] =>
  parts && parts.length > 0 && parts.reduce((sum, { amount }) => sum + amount, 0) !== goal
    ? [{ path: 'goalParts', message: fieldTexts.goalPartsSum }]
    : []

/**
 * Returns the columns of shared pots and goal parts.
 * @param goal cents
 * @throws ApiError 400 for unknown pots and parts that don't add up
 */
export async function readPotTerms(
  db: Db,
  tournament: TournamentId,
  goal: number,
  { sharedPots, potsWanted, goalParts }: PotInput,
): Promise<PotTerms> {
  const rules = await findRules(db, tournament)
  const issues = [
    ...unknownKeys(rules?.pots ?? [], ['sharedPots'], sharedPots ?? [], fieldTexts.sharedPotUnknown),
    ...unknownKeys(chosenPots(rules), ['potsWanted'], potsWanted ?? [], fieldTexts.potUnknown),
    ...partsIssues(goalParts, goal),
  ]
  if (issues.length > 0) throw invalid(issues)
  return {
    ...(sharedPots !== undefined && { shared_pots: sharedPots && JSON.stringify(sharedPots) }),
    ...(goalParts !== undefined && { goal_parts: goalPartsJson(goalParts) }),
  }
}

const goalPartsJson = (parts: PotInput['goalParts']): string | null =>
  parts && parts.length > 0
    ? JSON.stringify(parts.map(({ name, amount }) => ({ name, amount: formatCents(amount) })))
    : null

/** Returns boats that share a pot which the new rules lack. @param keys of the new pots */
export async function listLostPots(db: Db, tournament: TournamentId, keys: ReadonlySet<string>) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('entries')
    .select('boats.name as boat')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('entries.shared_pots', 'is not', null)
    .orderBy('entries.id')
    .execute()
  return rows.flatMap(({ boat, ...entry }) => {
    const sharedPots = JSON.parse(entry.shared_pots ?? '[]') as string[]
    const lostPot = sharedPots.find(key => !keys.has(key))
    return lostPot === undefined
      ? []
      : [{ entry, boat, lostPot, rest: sharedPots.filter(key => keys.has(key)) }]
  })
}

/**
 * Takes all boats out of pots that the new rules no longer let them choose, so that the same key later names another pot.
 * @param keys of the pots that boats choose @returns the boats that were in
 */
export async function clearPots(trx: Trx, tournament: TournamentId, keys: ReadonlySet<string>) {
  const rows = await trx
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('pot_entries', 'pot_entries.entry_id', 'entries.id')
    .select(['entries.id as entry', 'boats.name as boat', 'entries.withdrawn_at', 'pot', 'confirmed_at'])
    .where('entries.tournament_id', '=', tournament)
    .orderBy('entries.id')
    .orderBy('pot')
    .execute()
  const lostRows = rows.filter(({ pot }) => !keys.has(pot))
  for (const { entry, pot } of lostRows)
    await trx.deleteFrom('pot_entries').where('entry_id', '=', entry).where('pot', '=', pot).execute()
  return lostRows.filter(row => row.confirmed_at !== null && row.withdrawn_at === null)
}

export async function insertWantedPots(trx: Trx, entry: EntryId, pots: readonly string[]): Promise<void> {
  const rows = [...new Set(pots)].map(pot => ({
    entry_id: entry,
    pot,
    wanted: 1 as const,
    confirmed_at: null,
  }))
  if (rows.length > 0) await trx.insertInto('pot_entries').values(rows).execute()
}
