import type { Parsed } from '#contract/endpoints.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { sum } from '#contract/numbers.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { findCatch } from '#server/tournaments/catches/index.ts'
import { isOfficial } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  findRole,
  hasStarted,
  protestsUntil,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { listOwnedEntries } from './interest.queries.ts'
import { countProtests, type NewProtest } from './protests.queries.ts'

type FilingBody = Parsed<'newProtest'>
type Filing = Omit<NewProtest, 'id' | 'rule' | 'text'>

/** Checks the rights to file. @throws ApiError 400, 403, 409 */
export async function checkFiling(
  trx: Trx,
  person: { id: UserId },
  tournament: TournamentRow,
  body: FilingBody,
  now: number,
): Promise<Filing> {
  const role = await findRole(trx, person, tournament, now)
  const organises = canManageTournament(role)
  const ownedEntries = await listOwnedEntries(trx, person.id, tournament.id)
  if (!organises && ownedEntries.length === 0)
    throw forbidden('Only captains of boats in this tournament and its organisers can file a protest.')
  const from = await protestingBoat(trx, tournament, body.fromEntryId ?? null, { organises, ownedEntries })
  if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
  const rules = await findRules(trx, tournament.id)
  if (rules === null)
    throw conflict('This tournament has no rules and takes no protests. Please talk to its organiser.')
  const until = protestsUntil(tournament, rules)
  if (organises) {
    if (await isOfficial(trx, tournament.id))
      throw conflict('The results are official: they can no longer be protested.')
  } else if (until === null)
    throw conflict(
      'The rules of this tournament take no protests from captains. Please talk to its organiser.',
    )
  else if (!hasStarted(tournament, now)) throw conflict('The tournament hasn’t started yet.')
  else if (now >= until)
    throw conflict('The time for protests is over. An organiser can still file one for you.')
  await checkCounts(trx, tournament, { from, ownedEntries: organises ? [] : ownedEntries })
  return {
    tournament: tournament.id,
    from,
    ...(await subjectOf(trx, tournament, body)),
    late: organises && until !== null && now >= until,
    by: person.id,
    role: canManageTournament(role) ? role : null,
  }
}

/**
 * Returns the protesting boat, or null if the organisers file in their own name.
 * @throws ApiError 400, 403
 */
async function protestingBoat(
  trx: Trx,
  { id }: TournamentRow,
  fromEntryId: EntryId | null,
  { organises, ownedEntries }: { organises: boolean; ownedEntries: readonly EntryId[] },
): Promise<EntryId | null> {
  if (fromEntryId === null) {
    if (organises) return null
    const [only, ...more] = ownedEntries
    if (only === undefined || more.length > 0)
      throw invalid([{ path: 'fromEntryId', message: fieldTexts.fromEntryRequired }])
    return only
  }
  if (ownedEntries.includes(fromEntryId)) return fromEntryId
  if (!organises) throw forbidden('Only its captain and the organisers can file a protest for a boat.')
  const entry = await findEntryOf(trx, fromEntryId)
  if (entry?.tournament_id !== id || entry.withdrawn_at !== null)
    throw invalid([{ path: 'fromEntryId', message: fieldTexts.entryUnknown }])
  return fromEntryId
}

/** @param ownedEntries of a captain; none of an organiser @throws ApiError 409 */
async function checkCounts(
  trx: Trx,
  { id }: TournamentRow,
  { from, ownedEntries }: { from: EntryId | null; ownedEntries: readonly EntryId[] },
): Promise<void> {
  const { all, open, openByEntry } = await countProtests(trx, id)
  const openOf = (entry: EntryId) => openByEntry.get(entry) ?? 0
  if (ownedEntries.some(entry => entry === from && openOf(entry) >= limits.openProtestsPerBoat))
    throw conflict(
      `A boat can have ${limits.openProtestsPerBoat} open protests. Withdraw one, or wait for a decision.`,
    )
  // Else one captain of many boats could take all that a tournament may have.
  if (sum(ownedEntries.map(openOf)) >= limits.openProtestsPerCaptain)
    throw conflict(
      `Your boats can have ${limits.openProtestsPerCaptain} open protests together. Withdraw one, or wait for a decision.`,
    )
  if (open >= limits.openProtests)
    throw conflict(`${limits.openProtests} protests are open: the organisers have to decide some first.`)
  if (all >= limits.protests) throw conflict(`A tournament has at most ${limits.protests} protests.`)
}

const findEntryOf = (db: Db, id: EntryId) =>
  db.selectFrom('entries').select(['tournament_id', 'withdrawn_at']).where('id', '=', id).executeTakeFirst()

/** Returns the subject of a protest: at most one, of an entry that isn't withdrawn. @throws ApiError 400 */
async function subjectOf(
  trx: Trx,
  { id }: TournamentRow,
  { entryId = null, catchId = null, penaltyId = null }: FilingBody,
): Promise<Pick<Filing, 'entry' | 'catch' | 'penalty'>> {
  const subjects = Object.entries({ entryId, catchId, penaltyId }).filter(([, subject]) => subject !== null)
  const [first, second] = subjects
  if (second !== undefined) throw invalid([{ path: second[0], message: fieldTexts.oneSubject }])
  if (first === undefined) return { entry: null, catch: null, penalty: null }
  const [path] = first
  const penalty = penaltyId && (await findStandingPenalty(trx, penaltyId))
  const entry = entryId ?? (catchId && (await findCatch(trx, catchId))?.entry_id) ?? penalty?.entry_id
  const row = entry && (await findEntryOf(trx, entry))
  if (!entry || row?.tournament_id !== id || row.withdrawn_at !== null)
    throw invalid([{ path, message: unknownTexts[path as keyof typeof unknownTexts] }])
  return { entry, catch: catchId, penalty: penaltyId }
}

const unknownTexts = {
  entryId: fieldTexts.entryUnknown,
  catchId: fieldTexts.catchUnknown,
  penaltyId: fieldTexts.penaltyRowUnknown,
} as const

const findStandingPenalty = (db: Db, id: NonNullable<FilingBody['penaltyId']>) =>
  db
    .selectFrom('penalties')
    .select('entry_id')
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
