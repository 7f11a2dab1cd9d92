import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureFonts } from './picture-fonts.ts'

/** Which files of this build a page needs. In development another implementation answers (scripts/dev.ts). */
export interface Assets {
  readonly stylesheets: readonly string[]
  readonly fonts: readonly string[]
  /** The entry that hydrates, first, and everything the page imports statically. */
  scriptsOf(page: string): readonly string[]
  entry: string
  enhance: string
  /** Files of the heading font for pictures that the server draws. */
  readonly pictureFonts: readonly string[]
  /** What the Content-Security-Policy must allow besides: development's hot replacement. */
  development: boolean
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
  return {
    stylesheets: [manifest.stylesheet],
    fonts: manifest.fonts,
    scriptsOf: page => manifest.pages[page] ?? [manifest.entry],
    entry: manifest.entry,
    enhance: manifest.enhance,
    pictureFonts: manifest.pictureFonts.map(file => join(dist, file)),
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
  get pictureFonts() {
    return pictureFonts()
  },
  development: false,
}
