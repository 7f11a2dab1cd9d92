export class MigrationError extends Error {
  override name = 'MigrationError'
}
