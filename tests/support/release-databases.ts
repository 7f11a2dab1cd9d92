import { afterEach, beforeEach } from 'bun:test'
import { countDatabases, releaseDatabases } from './test-database.ts'

/** Loaded before tests on PostgreSQL: a database is used again after the test that made it. */
let count = 0
beforeEach(() => {
  count = countDatabases()
})
afterEach(() => releaseDatabases(count))
