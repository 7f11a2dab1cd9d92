import { type Expression, type RawBuilder, sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from './connection.ts'
import * as postgresErrors from './postgres/errors.ts'
import * as postgresIdentity from './postgres/identity.ts'
import * as postgres from './postgres/sql.ts'
import { statementBuilder as postgresBuilder } from './postgres/statement-builder.ts'
import * as sqliteErrors from './sqlite/errors.ts'
import * as sqliteIdentity from './sqlite/identity.ts'
import * as sqlite from './sqlite/sql.ts'
import { statementBuilder as sqliteBuilder } from './sqlite/statement-builder.ts'
import { usesPostgres } from './which.ts'

/* SQL and error codes that differ between the engines. All other SQL is portable (tests/portable-sql.test.ts). */

/** Of either engine with PostgreSQL, whose backups are SQLite files. */
export const databaseFaultOf = (code: string) =>
  sqliteErrors.databaseFaultOf(code) ?? (usesPostgres ? postgresErrors.databaseFaultOf(code) : null)
export const isBusy = usesPostgres ? postgresErrors.isBusy : sqliteErrors.isBusy
/** Of either engine with PostgreSQL, whose backups are SQLite files. */
export const isDatabaseError = (code: string): boolean =>
  sqliteErrors.isDatabaseError(code) || (usesPostgres && postgresErrors.isDatabaseError(code))
/** The next step after an error of a PostgreSQL server; null: not one, or nothing to advise. */
export const databaseAdvice = usesPostgres ? postgresErrors.adviceFor : () => null
/** Of SQLite, which holds backups too. */
export const { isAccessError } = sqliteErrors

export const anyOfJson = usesPostgres ? postgres.anyOfJson : sqlite.anyOfJson
export const jsonText = usesPostgres ? postgres.jsonText : sqlite.jsonText
export const withoutIndex = usesPostgres ? postgres.withoutIndex : sqlite.withoutIndex
const contains = usesPostgres ? postgres.contains : sqlite.contains
const matching = usesPostgres ? postgres.matching : sqlite.matching

/** Differs from that of every copy made of a backup; null: the engine has none. */
export const databaseIdentity: (db: Db) => Promise<string | null> = usesPostgres
  ? postgresIdentity.databaseIdentity
  : sqliteIdentity.databaseIdentity

export const statementBuilder = usesPostgres ? postgresBuilder : sqliteBuilder

/** For `in`. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> =>
  anyOfJson(JSON.stringify(values))

/**
 * Whether any text contains the typed one; ignores case, accents and spaces around it. Scans: only for parts that an
 * index has narrowed down.
 */
export const containsText = (
  texts: readonly Expression<string | null>[],
  typed: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map(text => contains(text, typed)),
    sql` or `,
  )})`

/** By name and location. */
export const tournamentsMatching = (text: string) => matching<TournamentId>('tournament', text)

/** By name and captain's name. */
export const boatsMatching = (text: string) => matching<BoatId>('boat', text)

/** By name and address. */
export const usersMatching = (text: string) => matching<UserId>('user', text)
