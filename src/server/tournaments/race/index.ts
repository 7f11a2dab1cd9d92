export { RaceReader } from './race-reader.ts'
export { raceRoutes } from './race.routes.ts'
