export { listActions, logAction, type ShownAction } from './tournament-log.queries.ts'
