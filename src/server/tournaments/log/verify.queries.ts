import type { TournamentId } from '#contract/ids.ts'
import type { LogTexts } from '#contract/tournaments/log-chain.ts'
import type { Db } from '#server/db/connection.ts'

/** Returns the catches, including those of withdrawn entries. */
export const listCatchRows = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .selectAll('catches')
    .where('entries.tournament_id', '=', tournament)
    .orderBy('catches.id')
    .execute()

export const listCatchSubjects = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('log_subjects')
    .select(['subject', 'first_seq as first', 'last_seq as last'])
    .where('tournament_id', '=', tournament)
    .execute()

export const listRules = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('tournament_rules')
    .select(['number', 'rules'])
    .where('tournament_id', '=', tournament)
    .execute()

export async function listAllTexts(db: Db, tournament: TournamentId): Promise<LogTexts> {
  const rows = await db
    .selectFrom('log_texts')
    .select(['hash', 'salt', 'text'])
    .where('tournament_id', '=', tournament)
    .execute()
  return Object.fromEntries(rows.map(({ hash, salt, text }) => [hash, { salt, text }]))
}

/** Tournaments with events or with catches; an event may have lost its tournament. */
export async function listLogged(db: Db): Promise<TournamentId[]> {
  const rows = await db
    .selectFrom('log_events')
    .select('tournament_id as id')
    .union(
      db
        .selectFrom('entries')
        .innerJoin('catches', 'catches.entry_id', 'entries.id')
        .select('entries.tournament_id as id'),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
