import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from './durable-files.ts'

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
    replaceFile(path, content)
    return content
  },
  placeOf: name => join(directory, name),
})
