/** PostgreSQL's side of `db/dialect.ts`. */
export { databaseFaultOf, isBusy, isDatabaseError } from './errors.ts'
export {
  anyOf,
  anyOfJson,
  boatsMatching,
  containsText,
  jsonText,
  tournamentsMatching,
  usersMatching,
} from './search.ts'
export { statementBuilder } from './statement-builder.ts'
export { withoutIndex } from './without-index.ts'
