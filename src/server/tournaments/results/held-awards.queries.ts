import { LRUCache } from 'lru-cache'
import type { TournamentId } from '#contract/ids.ts'
import { heldAwards, type OpenSubject } from '#contract/tournaments/scoring/held-awards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { sha256 } from '#server/sha256.ts'
import { readAwardInput } from '#server/tournaments/scoring/index.ts'

const openProtests = (db: Db, tournament: TournamentId) =>
  db.selectFrom('protests').where('tournament_id', '=', tournament).where('state', '=', 'open')

export const countOpenProtests = (db: Db, tournament: TournamentId): Promise<number> =>
  countRows(openProtests(db, tournament))

/** Returns the subjects of open protests and holds. */
async function listOpenSubjects(db: Db, tournament: TournamentId): Promise<OpenSubject[]> {
  const protests = await openProtests(db, tournament)
    .select(['entry_id', 'catch_id', 'penalty_id'])
    .orderBy('id')
    .execute()
  const holds = await db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .select('entries.id')
    .where('entries.tournament_id', '=', tournament)
    .where('holds.lifted_at', 'is', null)
    .orderBy('holds.id')
    .execute()
  const ofProtests = protests.map(({ entry_id, catch_id, penalty_id }): OpenSubject => {
    if (catch_id !== null) return { kind: 'catch', id: catch_id }
    if (penalty_id !== null) return { kind: 'penalty', id: penalty_id }
    return entry_id === null ? { kind: 'tournament' } : { kind: 'entry', id: entry_id }
  })
  return [...ofProtests, ...holds.map(({ id }): OpenSubject => ({ kind: 'entry', id }))]
}

/** Keys by the hash of their input: with a hundred subjects, they take half a second. */
const cache = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

/** Returns keys (`awardKey`) of the awards that open protests and holds could change. */
export async function readHeldAwards(
  db: Db,
  tournament: TournamentId,
  rules: Rules,
): Promise<ReadonlySet<string>> {
  const subjects = await listOpenSubjects(db, tournament)
  if (subjects.length === 0) return new Set()
  const input = await readAwardInput(db, tournament, rules)
  const hash = sha256(JSON.stringify([rules, input, subjects]))
  const cached = cache.get(hash)
  if (cached) return cached
  const keys = heldAwards(rules, input, subjects)
  cache.set(hash, keys)
  return keys
}
