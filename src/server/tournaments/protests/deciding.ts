import type { Parsed } from '#contract/endpoints.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { ProtestState } from '#contract/tournaments/protests.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { record } from '#server/record/index.ts'
import { findCatch } from '#server/tournaments/catches/index.ts'
import { isOfficial } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  findRole,
  isOrganiser,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { applyEffects } from './effects.ts'
import { isTiedTo, isTiedToTournament } from './interest.queries.ts'
import { countProtests, countSteps, insertStep, setState } from './protests.queries.ts'
import type { ProtestRow } from './protests.table.ts'

/** A protest and its tournament. */
export interface Case {
  protest: ProtestRow
  tournament: TournamentRow
}

/** Fields of a protest that each of its events states. */
export const factsOf = (row: ProtestRow) => ({
  tournament: row.tournament_id,
  protest: row.id,
  from: row.from_entry_id,
  entry: row.entry_id,
  catch: row.catch_id,
  penalty: row.penalty_id,
})

const stateTexts: Record<ProtestState, string> = {
  open: 'This protest is open.',
  upheld: 'This protest is decided already. Load the page again to see how.',
  denied: 'This protest is decided already. Load the page again to see how.',
  withdrawn: 'This protest was withdrawn.',
}

/** @throws ApiError 409 */
export function checkState({ protest, tournament }: Case, states: readonly ProtestState[]): void {
  if (!states.includes(protest.state)) throw conflict(stateTexts[protest.state])
  if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
}

/** Returns the named boat; of a catch that was moved since, also its boat now. */
export async function namedEntries(db: Db, { entry_id, catch_id }: ProtestRow): Promise<EntryId[]> {
  const row = catch_id === null ? undefined : await findCatch(db, catch_id)
  return [entry_id, row?.entry_id ?? null].filter(id => id !== null)
}

const partiesOf = async (db: Db, protest: ProtestRow): Promise<EntryId[]> =>
  [protest.from_entry_id, ...(await namedEntries(db, protest))].filter(id => id !== null)

/** Decides an open protest and applies the effects, all or none. @throws ApiError 400, 403, 409 */
export async function decideProtest(
  trx: Trx,
  person: { id: UserId },
  { protest, tournament }: Case,
  { outcome, text, effects: requests = [] }: Parsed<'newDecision'>,
  now: number,
): Promise<void> {
  const actor = await checkOrganises(trx, person, tournament, now)
  if (await isTiedTo(trx, person.id, await partiesOf(trx, protest)))
    throw forbidden('You have an interest in this protest.')
  checkState({ protest, tournament }, ['open'])
  if (outcome === 'denied' && requests.length > 0)
    throw invalid([{ path: 'effects', message: fieldTexts.effectsOfUpheld }])
  const interested = await isTiedToTournament(trx, person.id, tournament.id)
  const rules = await findRules(trx, tournament.id)
  // Before the start, rules may be removed while a protest is open.
  if (rules === null && requests.length > 0) throw conflict(fieldTexts.withoutRules)
  const effects = rules === null ? [] : await applyEffects(trx, { tournament, rules, actor, text }, requests)
  const step = await insertStep(trx, protest.id, { kind: outcome, text, effects, interested, ...actor })
  await setState(trx, protest.id, outcome)
  const event = { ...actor, ...factsOf(protest), step, outcome, interested, text }
  await record(trx, { kind: 'protest-decided', ...event })
}

/** @throws ApiError 403 */
export async function checkOrganises(
  trx: Trx,
  person: { id: UserId },
  tournament: TournamentRow,
  now: number,
) {
  const role = await findRole(trx, person, tournament, now)
  if (!canManageTournament(role)) throw forbidden('Only an organiser can decide this.')
  return { by: person.id, role, at: now }
}

/** Opens a decided protest again; the effects of its decision stay. @throws ApiError 403, 409 */
export async function reopenProtest(
  trx: Trx,
  person: { id: UserId },
  { protest, tournament }: Case,
  reason: string,
  now: number,
): Promise<void> {
  if (!isOrganiser(person, tournament)) throw forbidden('Only the organiser can reopen a protest.')
  checkState({ protest, tournament }, ['upheld', 'denied'])
  if (await isOfficial(trx, tournament.id))
    throw conflict('The results are official: protests stay as they are decided.')
  if ((await countSteps(trx, protest.id, 'reopened')) >= limits.protestReopenings)
    throw conflict(`A protest can be reopened ${limits.protestReopenings} times.`)
  const { open } = await countProtests(trx, tournament.id)
  if (open >= limits.openProtests)
    throw conflict(`${limits.openProtests} protests are open: decide some first.`)
  const actor = { by: person.id, role: 'organiser' as const, at: now }
  const step = await insertStep(trx, protest.id, { kind: 'reopened', text: reason, ...actor })
  await setState(trx, protest.id, 'open')
  await record(trx, { kind: 'protest-reopened', ...actor, ...factsOf(protest), step, text: reason })
}
