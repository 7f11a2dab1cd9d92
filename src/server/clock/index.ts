export { confirmClock } from './clock.queries.ts'
export { type Clock, checkEveryMs, makeClock, readClockRisk } from './make-clock.ts'
export { rightClock } from './right-clock.ts'
