import { type Expression, type RawBuilder, sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { LockTimeout } from './locks.ts'
import { now as postgresNow } from './postgres/clock.ts'
import * as postgresErrors from './postgres/errors.ts'
import * as postgres from './postgres/sql.ts'
import { statementBuilder as postgresBuilder } from './postgres/statement-builder.ts'
import * as sqliteErrors from './sqlite/errors.ts'
import * as sqlite from './sqlite/sql.ts'
import { statementBuilder as sqliteBuilder } from './sqlite/statement-builder.ts'
import { usesPostgres } from './which.ts'

/* SQL and error codes that differ between the engines. All other SQL is portable (tests/portable-sql.test.ts). */

/** Knows the codes of both engines with PostgreSQL, whose backups are SQLite files. */
export const databaseFaultOf = (code: string) =>
  sqliteErrors.databaseFaultOf(code) ?? (usesPostgres ? postgresErrors.databaseFaultOf(code) : null)
const isEngineBusy = usesPostgres ? postgresErrors.isUnavailable : sqliteErrors.isBusy
/** Returns whether another process or program holds a lock, or PostgreSQL doesn't answer. */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof LockTimeout || isEngineBusy(error)
/** Knows the codes of both engines with PostgreSQL, whose backups are SQLite files. */
export const isDatabaseError = (code: string): boolean =>
  sqliteErrors.isDatabaseError(code) || (usesPostgres && postgresErrors.isDatabaseError(code))
/**
 * Returns the next step after an error of a PostgreSQL server, or null for other errors and without advice.
 */
export const databaseAdvice: (error: unknown) => string | null = usesPostgres
  ? postgresErrors.adviceFor
  : () => null
/** Knows SQLite's codes only: backups are SQLite files with either engine. */
export const { isAccessError } = sqliteErrors

export const anyOfJson = usesPostgres ? postgres.anyOfJson : sqlite.anyOfJson
export const jsonText = usesPostgres ? postgres.jsonText : sqlite.jsonText
const contains = usesPostgres ? postgres.contains : sqlite.contains
const matching = usesPostgres ? postgres.matching : sqlite.matching

/** Time of a clock that all processes share, in milliseconds since 1970; null if the engine has none. */
export const databaseNow: RawBuilder<number | null> = usesPostgres ? sql.raw(postgresNow) : sql.raw('null')

export const statementBuilder = usesPostgres ? postgresBuilder : sqliteBuilder

/** Returns a list of values for `in`. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> =>
  anyOfJson(JSON.stringify(values))

/**
 * Condition that any text contains the search, without regard to case, accents and spaces around it.
 * Scans: only for rows that an index has narrowed down.
 */
export const containsText = (
  texts: readonly Expression<string | null>[],
  search: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map(text => contains(text, search)),
    sql` or `,
  )})`

/** Selects tournaments by name and location. */
export const tournamentsMatching = (text: string) => matching<TournamentId>('tournament', text)

/** Selects boats by name and captain's name. */
export const boatsMatching = (text: string) => matching<BoatId>('boat', text)

/** Selects accounts by name and address. */
export const usersMatching = (text: string) => matching<UserId>('user', text)
