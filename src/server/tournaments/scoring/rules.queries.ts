import { sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { Rules, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { rulesOf } from '#contract/tournaments/scoring/rules-conversion.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'

export interface RulesVersion {
  number: number
  /** Null if this version removed the rules. */
  rules: RulesJson | null
  reason: string | null
  setAt: number
}

const latestVersion = compileFirst((db, tournament: TournamentId) =>
  db
    .selectFrom('tournament_rules')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
)

const presentVersion = (row: {
  number: number
  rules: string | null
  reason: string | null
  set_at: number
}): RulesVersion => ({
  number: row.number,
  rules: row.rules === null ? null : (JSON.parse(row.rules) as RulesJson),
  reason: row.reason,
  setAt: row.set_at,
})

/** Returns the version in force, or null if the tournament never had rules. */
export async function findRulesVersion(db: Db, tournament: TournamentId): Promise<RulesVersion | null> {
  const row = await latestVersion(db, tournament)
  return row ? presentVersion(row) : null
}

/** Returns the number of the version in force, or null if the tournament has no rules. */
export async function findRulesNumber(db: Db, tournament: TournamentId): Promise<number | null> {
  const version = await findRulesVersion(db, tournament)
  return version?.rules ? version.number : null
}

export async function findOldRules(
  db: Db,
  tournament: TournamentId,
  number: number,
): Promise<RulesVersion | null> {
  const row = await db
    .selectFrom('tournament_rules')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? presentVersion(row) : null
}

/** Returns the rules in force, in integers, or null if the tournament has none. */
export async function findRules(db: Db, tournament: TournamentId): Promise<Rules | null> {
  const version = await findRulesVersion(db, tournament)
  return version?.rules ? rulesOf(version.rules) : null
}

/** Returns rules as {@link findRules} does, of those tournaments that have rules. */
export async function listRules(
  db: Db,
  tournaments: readonly TournamentId[],
): Promise<Map<TournamentId, Rules>> {
  if (tournaments.length === 0) return new Map()
  const rows = await db
    .selectFrom('tournament_rules')
    .select(['tournament_id as id', 'rules'])
    .where('tournament_id', 'in', anyOf(tournaments))
    .where('number', '=', ({ selectFrom }) =>
      selectFrom('tournament_rules as versions')
        .select(({ fn }) => fn.max('versions.number').as('number'))
        .whereRef('versions.tournament_id', '=', 'tournament_rules.tournament_id'),
    )
    .execute()
  return new Map(
    rows.flatMap(({ id, rules }) => (rules === null ? [] : [[id, rulesOf(JSON.parse(rules) as RulesJson)]])),
  )
}

/** Stores the rules as the next version. */
export async function insertRules(
  trx: Trx,
  tournament: TournamentId,
  { rules, reason, by }: { rules: RulesJson | null; reason: string | null; by: UserId },
  now: number,
): Promise<RulesVersion> {
  const number = ((await findRulesVersion(trx, tournament))?.number ?? 0) + 1
  await trx
    .insertInto('tournament_rules')
    .values({
      tournament_id: tournament,
      number,
      rules: rules && JSON.stringify(rules),
      reason,
      set_by: by,
      set_at: now,
    })
    .execute()
  return { number, rules, reason, setAt: now }
}

/** Removes the overrides of positions, because places follow from the rules. */
export async function clearOverrides(trx: Trx, tournament: TournamentId): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ position_override: null })
    .where('tournament_id', '=', tournament)
    .where('position_override', 'is not', null)
    .execute()
}
