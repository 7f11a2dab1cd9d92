export { raceRoutes } from './race.routes.ts'
export { RaceReader } from './race-reader.ts'
