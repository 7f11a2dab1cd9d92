/** What SQL looks like in the engine. */
export {
  anyOf,
  anyOfJson,
  boatsMatching,
  containsText,
  jsonText,
  tournamentsMatching,
  usersMatching,
} from './sqlite/search.ts'
export { withoutIndex } from './sqlite/without-index.ts'
