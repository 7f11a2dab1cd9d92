import type { EntryId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { type Consumer, record } from '#server/record/index.ts'
import { findRules, readAwards } from '#server/tournaments/scoring/index.ts'
import {
  getTournament,
  hasResults,
  isShownTournament,
  statusAt,
} from '#server/tournaments/tournaments/index.ts'
import { entriesToVerify } from './hold-winners.rules.ts'
import { deleteHold, insertHold, liftHold, listHoldsByRules } from './holds.queries.ts'

const verificationReason = 'Subject to verification'

const isOver = async (db: Db, id: TournamentId, now: number): Promise<boolean> =>
  statusAt(await getTournament(db, id), now) === 'completed'

/** Returns entries of an ended tournament that reach `verifyFrom` and were never held by the rules. */
async function winnersToHold(db: Db, id: TournamentId, now: number): Promise<EntryId[]> {
  if (!(await isOver(db, id, now))) return []
  const rules = await findRules(db, id)
  if (rules === null || rules.verifyFrom === null) return []
  const { awards } = await readAwards(db, id, rules)
  const heldIds = new Set<string>((await listHoldsByRules(db, id)).map(({ entry_id }) => entry_id))
  return entriesToVerify(rules, awards).filter(entry => !heldIds.has(entry)) as EntryId[]
}

/**
 * Holds the boats of an ended tournament whose awards reach `verifyFrom`, each once.
 * Idempotent: call it before awards decide something.
 */
export async function holdWinners(trx: Trx, tournament: TournamentId, now: number): Promise<void> {
  for (const entry of await winnersToHold(trx, tournament, now)) {
    const { id: hold } = await insertHold(trx, { entry, reason: verificationReason, by: null }, now)
    const event = { at: now, by: null, tournament, role: null, entry, hold }
    await record(trx, {
      kind: 'hold-placed',
      ...event,
      reason: verificationReason,
      text: verificationReason,
    })
  }
}

const movedEndNote = 'The end of the tournament moved: its winners are held then.'

/** Holds the winners at once when the end moves to the past. Lifts their holds when it moves to the future. */
export const followEnd: Consumer = async (trx, event) => {
  const { kind, tournament, at } = event
  if (kind !== 'dates-changed' || tournament === undefined) return
  if (await isOver(trx, tournament, at)) return holdWinners(trx, tournament, at)
  for (const { id: hold, entry_id: entry, lifted_at } of await listHoldsByRules(trx, tournament)) {
    if (lifted_at !== null) continue
    await liftHold(trx, hold, { by: null, note: movedEndNote, at })
    await record(trx, {
      kind: 'hold-lifted',
      at,
      by: null,
      tournament,
      role: null,
      entry,
      hold,
      text: movedEndNote,
    })
    // The rules hold each boat once.
    await deleteHold(trx, hold)
  }
}

/** Milliseconds. Later, results are confirmed or the organiser has to do it first. */
const watchPeriod = 60 * day

/** Tournaments that have ended, aren't settled and have rules that verify winners. */
const listEnded = (db: Db, now: number, within: number) =>
  db
    .selectFrom('tournaments')
    .select('id')
    .where('ends_at', '>', now - within)
    .where('ends_at', '<=', now)
    .where('cancelled_at', 'is', null)
    .where(isShownTournament)
    .where(tournament => tournament.not(hasResults(tournament)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tournament_rules')
          .select('tournament_rules.number')
          .whereRef('tournament_rules.tournament_id', '=', 'tournaments.id')
          .where('tournament_rules.rules', 'like', '%"verifyFrom":"%'),
      ),
    )
    .execute()

/**
 * Job. A later correction can bring another boat to the amount.
 * @param within milliseconds since the end
 */
export async function holdEndedWinners(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  within: number = watchPeriod,
): Promise<void> {
  for (const { id } of await listEnded(db, now(), within))
    if ((await winnersToHold(db, id, now())).length > 0)
      await inTransaction(db, trx => holdWinners(trx, id, now()))
}
