/** What has another text or code in each engine. All other SQL is portable (tests/portable-sql.test.ts). */
export { databaseFaultOf, isBusy, isDatabaseError } from './sqlite/errors.ts'
export {
  anyOf,
  anyOfJson,
  boatsMatching,
  containsText,
  jsonText,
  tournamentsMatching,
  usersMatching,
} from './sqlite/search.ts'
export { statementBuilder } from './sqlite/statement-builder.ts'
export { withoutIndex } from './sqlite/without-index.ts'
