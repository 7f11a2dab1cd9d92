export {
  correctWeighIn,
  deleteWeighIn,
  findLatestUpdate,
  insertUpdate,
  listUpdates,
  listUpdatesBy,
  listWeighInUpdates,
} from './updates.queries.ts'
export { updateRoutes } from './updates.routes.ts'
export { disqualifiedAt, type ToldPlace, weighInText } from './updates.rules.ts'
