import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { keysName, looseNames } from './backup-format.ts'

/** Key files of a DATA_DIR; PostgreSQL's `site_keys` names them without their folders. */
const keyFiles = [`${keysName}/keys.json`, `${keysName}/push.json`, ...looseNames]

/** Contents by name. */
export const readKeyFiles = (directory: string): Map<string, string> =>
  new Map(
    keyFiles
      .map(name => join(directory, name))
      .filter(path => existsSync(path))
      .map(path => [basename(path), readFileSync(path, 'utf8')]),
  )

/** @param keys others than those of files are ignored @returns names of the files, which must not exist */
export function writeKeyFiles(directory: string, keys: ReadonlyMap<string, string>): string[] {
  return keyFiles.filter(name => {
    const content = keys.get(basename(name))
    if (content === undefined) return false
    const path = join(directory, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, content, { mode: 0o600, flag: 'wx', flush: true })
    return true
  })
}
