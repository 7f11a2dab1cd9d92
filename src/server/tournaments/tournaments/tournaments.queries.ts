import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import { newId, type TournamentId } from '#contract/ids.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import { notFound } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import type { TournamentRow, TournamentsTable } from './tournaments.table.ts'

/** Excludes tournaments of banned organisers. */
export const isShownTournament = sql<boolean>`not exists (
  select 1 from users where users.id = tournaments.organiser_id and users.banned_at is not null)`

/** True if a boat takes part. */
export const hasBoats = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'tournaments'>) =>
  exists(
    selectFrom('entries')
      .select('entries.id')
      .whereRef('entries.tournament_id', '=', 'tournaments.id')
      .where('withdrawn_at', 'is', null),
  )

/** True once results are confirmed. */
export const hasResults = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'tournaments'>) =>
  exists(
    selectFrom('settlements')
      .select('settlements.tournament_id')
      .whereRef('settlements.tournament_id', '=', 'tournaments.id'),
  )

/** Returns whether results are confirmed. Afterwards dates, entries and fundings cannot change. */
export const isSettled = (db: Db, tournament: TournamentId): Promise<boolean> =>
  hasRow(db.selectFrom('settlements').select('settled_at').where('tournament_id', '=', tournament))

/** 1 if the rules in force score the tournament; null without a version. */
export const isRuled = sql<0 | 1 | null>`(select rules is not null from tournament_rules
  where tournament_rules.tournament_id = tournaments.id order by number desc limit 1)`

const shownById = compileFirst((db, id: TournamentId) =>
  db.selectFrom('tournaments').selectAll().where('id', '=', id).where(isShownTournament),
)

/** @throws ApiError 404, also if hidden */
export async function getTournament(db: Db, id: TournamentId): Promise<TournamentRow> {
  const row = await shownById(db, id)
  if (!row) throw noTournament()
  return row
}

export const noTournament = () => notFound('There is no such tournament.')

/** Returns the tournament's id in a path. @throws ApiError 404 when malformed */
export const tournamentIdOf = (param: string | undefined): TournamentId =>
  paramId<'tournament'>(param, noTournament().message)

/** Finds tournaments of banned organisers, too. */
export const findTournament = (db: Db, id: TournamentId): Promise<TournamentRow | undefined> =>
  db.selectFrom('tournaments').selectAll().where('id', '=', id).executeTakeFirst()

/** @param fields with the client's own id, if it chose one */
export async function insertTournament(
  trx: Trx,
  fields: Omit<Insertable<TournamentsTable>, 'id' | 'created_at' | 'updated_at'> & {
    id?: TournamentId | undefined
  },
  now: number,
): Promise<TournamentId> {
  const id = fields.id ?? newId<'tournament'>()
  await trx
    .insertInto('tournaments')
    .values({ ...fields, id, created_at: now, updated_at: now })
    .execute()
  return id
}

/** Kysely leaves out columns that are undefined. */
export async function updateTournament(
  trx: Trx,
  id: TournamentId,
  change: Omit<Updateable<TournamentsTable>, 'id' | 'created_at' | 'updated_at'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tournaments')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}
