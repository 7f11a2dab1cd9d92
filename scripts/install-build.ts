import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A running server, and pages that are open, may be of one of so many earlier builds. */
const keptBuilds = 3

const assets = 'assets/'
const manifest = 'manifest.json'
/** The assets of each build in `dist`, newest first. */
const record = 'builds.json'

const filesBelow = (directory: string): string[] => {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(directory.length + 1))
  } catch {
    return []
  }
}

function earlierBuilds(dist: string): string[][] {
  try {
    return JSON.parse(readFileSync(join(dist, record), 'utf8'))
  } catch {
    const files = filesBelow(dist).filter(file => file.startsWith(assets))
    return files.length === 0 ? [] : [files]
  }
}

/**
 * Moves a build into place beside a running server: file by file, so that none is ever missing, what others name first,
 * and with the hashed assets of earlier builds.
 */
export function installBuild(from: string, dist: string): void {
  const files = filesBelow(from)
  const builds = [files.filter(file => file.startsWith(assets)), ...earlierBuilds(dist)].slice(
    0,
    keptBuilds + 1,
  )
  const rank = (file: string) => (file.startsWith(assets) ? 0 : file === manifest ? 2 : 1)
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(from, file), join(dist, file))
  }
  writeFileSync(join(dist, record), JSON.stringify(builds))
  const buildFiles = new Set([...files, ...builds.flat(), record])
  for (const file of filesBelow(dist)) if (!buildFiles.has(file)) rmSync(join(dist, file))
  rmSync(from, { recursive: true, force: true })
}
