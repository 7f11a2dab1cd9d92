export { countOpenProtests, isOfficial, listDisputes, readHeldAwards } from './disputes.queries.ts'
export { readProtest } from './read-protests.ts'
export { holdEndedWinners, holdWinners } from './verification.ts'
