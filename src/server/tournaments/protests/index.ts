export { holdRoutes } from './holds.routes.ts'
export { protestRoutes } from './protests.routes.ts'
export { readProtest } from './read-protests.ts'
export { followEnd, holdEndedWinners, holdWinners } from './verification.ts'
