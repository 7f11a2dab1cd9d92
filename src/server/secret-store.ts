import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Keys and passwords that a site makes for itself, by file name below `DATA_DIR/db`. */
export interface SecretStore {
  read(name: string): Promise<string | null>
  /** @returns the stored content, which a faster process may have written */
  create(name: string, content: string): Promise<string>
  /** Returns the place that operators read in messages. */
  placeOf(name: string): string
}

/** @param directory `DATA_DIR/db`, which one process holds */
export const secretFiles = (directory: string): SecretStore => ({
  async read(name) {
    const path = join(directory, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  },
  async create(name, content) {
    const path = join(directory, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${process.pid}`
    writeFileSync(temporary, content, { mode: 0o600 })
    chmodSync(temporary, 0o600)
    renameSync(temporary, path)
    return content
  },
  placeOf: name => join(directory, name),
})
