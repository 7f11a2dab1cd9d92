export { countCreated, sweepDailyCounts } from './daily-limits.queries.ts'
