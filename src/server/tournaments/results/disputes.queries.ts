import type { CatchId, EntryId, PenaltyId, TournamentId } from '#contract/ids.ts'
import { type Dispute, heldAwards } from '#contract/tournaments/scoring/held-awards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { readAwardInput } from '#server/tournaments/scoring/index.ts'
import { listWinnersToHold } from './winners-to-hold.queries.ts'

const openProtests = (db: Db, tournament: TournamentId) =>
  db.selectFrom('protests').where('tournament_id', '=', tournament).where('state', '=', 'open')

const openHolds = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .where('entries.tournament_id', '=', tournament)
    .where('holds.lifted_at', 'is', null)

export async function countOpenProtests(db: Db, tournament: TournamentId): Promise<number> {
  const { count } = await openProtests(db, tournament)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of a protest. */
interface Subject {
  entry_id: EntryId | null
  catch_id: CatchId | null
  penalty_id: PenaltyId | null
}

function disputeOf({ entry_id: entry, catch_id: caught, penalty_id: penalty }: Subject): Dispute {
  if (caught !== null) return { kind: 'catch', id: caught }
  if (penalty !== null) return { kind: 'penalty', id: penalty }
  return entry === null ? { kind: 'tournament' } : { kind: 'entry', id: entry }
}

/** Subjects of open protests and holds. */
async function listDisputes(db: Db, tournament: TournamentId): Promise<Dispute[]> {
  const protests = await openProtests(db, tournament)
    .select(['entry_id', 'catch_id', 'penalty_id'])
    .orderBy('id')
    .execute()
  const holds = await openHolds(db, tournament).select('holds.entry_id as id').orderBy('holds.id').execute()
  return [...protests.map(disputeOf), ...holds.map(({ id }): Dispute => ({ kind: 'entry', id }))]
}

interface Computed {
  /** Of everything that it follows from. */
  hash: string
  held: Set<string>
}

/** The last results, the oldest first: with a hundred disputes, each takes half a second. */
const computed = new Map<TournamentId, Computed>()
const mostComputed = 100

/**
 * Keys (`awardKey`) of the awards that open protests and holds could change.
 * @param isOver with holds by the rules that the job has yet to place
 */
export async function readHeldAwards(
  db: Db,
  tournament: TournamentId,
  rules: Rules,
  isOver: boolean,
): Promise<Set<string>> {
  const disputes = await listDisputes(db, tournament)
  const unheld = isOver ? await listWinnersToHold(db, tournament, rules) : []
  disputes.push(...unheld.map((id): Dispute => ({ kind: 'entry', id })))
  if (disputes.length === 0) return new Set()
  const input = await readAwardInput(db, tournament, rules)
  const hasher = new Bun.CryptoHasher('sha256').update(JSON.stringify([rules, input, disputes]))
  const hash = hasher.digest('base64')
  const before = computed.get(tournament)
  if (before?.hash === hash) return new Set(before.held)
  const held = heldAwards(rules, input, disputes)
  computed.delete(tournament)
  computed.set(tournament, { hash, held })
  for (const [oldest] of computed) {
    if (computed.size <= mostComputed) break
    computed.delete(oldest)
  }
  return new Set(held)
}
