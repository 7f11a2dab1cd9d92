import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version as release } from '../../package.json'

/** Version that the bundle holds: see scripts/build-version.ts. */
declare const BUILD_VERSION: string

/** Returns the version of the build beside these sources, from which commands run. */
function readBuilt(): string {
  const manifest = join(import.meta.dir, '../../dist/manifest.json')
  const isInUse = process.env.NODE_ENV !== 'test' && process.env.NODE_ENV !== 'development'
  if (!isInUse || !existsSync(manifest)) return release
  const { version }: { version?: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version ?? release
}

export const version: string = typeof BUILD_VERSION === 'undefined' ? readBuilt() : BUILD_VERSION
