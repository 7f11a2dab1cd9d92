import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which files of this build a page needs. In development another implementation answers (scripts/dev.ts). */
export interface Assets {
  readonly stylesheets: readonly string[]
  readonly fonts: readonly string[]
  /** The entry that hydrates, first, and everything the page imports statically. */
  scriptsOf(page: string): readonly string[]
  entry: string
  enhance: string
  /** The gate, rendered by the build; null: rendered for each visit. */
  gate: string | null
  /** What the Content-Security-Policy must allow besides: development's hot replacement. */
  development: boolean
}

interface Manifest {
  entry: string
  enhance: string
  pages: Record<string, string[]>
  stylesheet: string
  fonts: string[]
}

/** @param dist the build's folder. @throws Error naming the command that builds, when there is no build */
export function builtAssets(dist: string): Assets {
  const path = join(dist, 'manifest.json')
  const gate = join(dist, 'gate.html')
  if (!existsSync(path)) throw new Error('There is no build. Run: bun run build')
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  return {
    stylesheets: [manifest.stylesheet],
    fonts: manifest.fonts,
    scriptsOf: page => manifest.pages[page] ?? [manifest.entry],
    entry: manifest.entry,
    enhance: manifest.enhance,
    gate: existsSync(gate) ? readFileSync(gate, 'utf8') : null,
    development: false,
  }
}

/** For tests of the server alone: pages that name files nobody asks for. */
export const noAssets: Assets = {
  stylesheets: [],
  fonts: [],
  scriptsOf: () => [],
  entry: '/assets/entry.js',
  enhance: '/assets/enhance.js',
  gate: null,
  development: false,
}
