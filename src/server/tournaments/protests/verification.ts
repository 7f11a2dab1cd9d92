import type { EntryId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/record/index.ts'
import { findRules, readAwards } from '#server/tournaments/scoring/index.ts'
import { getTournament, isShownTournament, statusAt } from '#server/tournaments/tournaments/index.ts'
import { insertHold, listHeldByRules } from './holds.queries.ts'
import { entriesToVerify } from './verification.rules.ts'

const verificationReason = 'Subject to verification'

/** Entries of an ended tournament that reach `verifyFrom` and were never held by the rules. */
async function winnersToHold(db: Db, id: TournamentId, now: number): Promise<EntryId[]> {
  if (statusAt(await getTournament(db, id), now) !== 'completed') return []
  const rules = await findRules(db, id)
  if (rules === null || rules.verifyFrom === null) return []
  const { awards } = await readAwards(db, id, rules)
  const held = await listHeldByRules(db, id)
  return entriesToVerify(rules, awards).filter(entry => !held.has(entry)) as EntryId[]
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

/** Milliseconds. Later, results are confirmed or the organiser has to do it first. */
const watched = 60 * day

/** Tournaments that have ended, aren't settled and have rules that verify winners. */
const listEnded = (db: Db, now: number) =>
  db
    .selectFrom('tournaments')
    .select('id')
    .where('ends_at', '>', now - watched)
    .where('ends_at', '<=', now)
    .where('cancelled_at', 'is', null)
    .where(isShownTournament)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settlements')
            .select('settlements.settled_at')
            .whereRef('settlements.tournament_id', '=', 'tournaments.id'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tournament_rules')
          .select('tournament_rules.number')
          .whereRef('tournament_rules.tournament_id', '=', 'tournaments.id')
          .where('tournament_rules.rules', 'like', '%"verifyFrom":"%'),
      ),
    )
    .execute()

/** Job. A later correction can bring another boat to the amount. */
export async function holdEndedWinners({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const { id } of await listEnded(db, now()))
    if ((await winnersToHold(db, id, now())).length > 0)
      await inTransaction(db, trx => holdWinners(trx, id, now()))
}
