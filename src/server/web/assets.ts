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
  /** What the build rendered (built-document.ts); null: it rendered nothing, each visit does. */
  built: BuiltPages | null
  /** TrueType files of the heading face, for pictures that the server draws. */
  readonly pictureFonts: readonly string[]
  /** What the Content-Security-Policy must allow besides: development's hot replacement. */
  development: boolean
}

/** Each read when it is first asked for. */
export interface BuiltPages {
  gate(): string
  /** The landing page without what waits for data. */
  landing(): string
  /** What React needs to know of that page to render the rest; JSON. */
  landingRest(): string
}

interface Manifest {
  entry: string
  enhance: string
  pages: Record<string, string[]>
  stylesheet: string
  fonts: string[]
  pictureFonts: string[]
}

/** @param dist the build's folder. @throws Error naming the command that builds, when there is no build */
export function builtAssets(dist: string): Assets {
  const path = join(dist, 'manifest.json')
  if (!existsSync(path)) throw new Error('There is no build. Run: bun run build')
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  const built: BuiltPages = {
    gate: once(() => readFileSync(join(dist, 'gate.html'), 'utf8')),
    landing: once(() => readFileSync(join(dist, 'landing.html'), 'utf8')),
    landingRest: once(() => readFileSync(join(dist, 'landing-rest.json'), 'utf8')),
  }
  return {
    stylesheets: [manifest.stylesheet],
    fonts: manifest.fonts,
    scriptsOf: page => manifest.pages[page] ?? [manifest.entry],
    entry: manifest.entry,
    enhance: manifest.enhance,
    // A program that runs from its sources has other names for its components, by which React goes on with a page.
    built: process.env.NODE_ENV === 'production' ? built : null,
    pictureFonts: manifest.pictureFonts.map(file => join(dist, file)),
    development: false,
  }
}

function once(read: () => string): () => string {
  let known: string | undefined
  return () => {
    known ??= read()
    return known
  }
}

/** For tests of the server alone: pages that name files nobody asks for. */
export const noAssets: Assets = {
  stylesheets: [],
  fonts: [],
  scriptsOf: () => [],
  entry: '/assets/entry.js',
  enhance: '/assets/enhance.js',
  built: null,
  pictureFonts: [],
  development: false,
}
