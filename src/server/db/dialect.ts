import * as postgres from './postgres/dialect.ts'
import * as sqlite from './sqlite/dialect.ts'
import { usesPostgres } from './which.ts'

/* What has another text or code in each engine. All other SQL is portable (tests/portable-sql.test.ts). */
export const databaseFaultOf = usesPostgres ? postgres.databaseFaultOf : sqlite.databaseFaultOf
export const isBusy = usesPostgres ? postgres.isBusy : sqlite.isBusy
export const isDatabaseError = usesPostgres ? postgres.isDatabaseError : sqlite.isDatabaseError
export const statementBuilder = usesPostgres ? postgres.statementBuilder : sqlite.statementBuilder

export const anyOf = usesPostgres ? postgres.anyOf : sqlite.anyOf
export const anyOfJson = usesPostgres ? postgres.anyOfJson : sqlite.anyOfJson
export const containsText = usesPostgres ? postgres.containsText : sqlite.containsText
export const jsonText = usesPostgres ? postgres.jsonText : sqlite.jsonText
export const withoutIndex = usesPostgres ? postgres.withoutIndex : sqlite.withoutIndex

export const boatsMatching = usesPostgres ? postgres.boatsMatching : sqlite.boatsMatching
export const tournamentsMatching = usesPostgres ? postgres.tournamentsMatching : sqlite.tournamentsMatching
export const usersMatching = usesPostgres ? postgres.usersMatching : sqlite.usersMatching
