/** Where a site's data are opened and its directory is locked, by the engine that holds them. */
export { HeldError, holdDirectory } from './sqlite/hold.ts'
export { MigrationError } from './sqlite/migrate.ts'
export { openBesideServer, openToServe } from './sqlite/open-site.ts'
